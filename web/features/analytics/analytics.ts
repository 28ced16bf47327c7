/**
 * Page views and journey events: for the data layer on live hosts; the 'only logged' events also for the
 * console and the server log. Names and values come from closed lists, so no personal data can leak.
 */

import { type BrowserEvent, browserEventPath, browserEvents } from '#contract/browser-reports.ts'
import { isProductionHost } from '#contract/public-constants.ts'
import { coverTypes, frequencies } from '#journey/cover.ts'
import type { PaymentMethod } from '#journey/payment.ts'
import { pathOfStep, type Step } from '#journey/steps.ts'

const journeyEvents = [
  'quote_offline',
  'quote_emailed',
  'declaration_agreed',
  'payment_started',
  'payment_failed',
  'policy_bought',
  'session_expired',
  ...browserEvents,
] as const
export type JourneyEvent = (typeof journeyEvents)[number]

export interface EventDetails {
  readonly cover?: (typeof coverTypes)[number]
  readonly frequency?: (typeof frequencies)[number]
  readonly paymentMethod?: PaymentMethod
}

/** By name, so that the first page need not fetch what else is known of payments. */
const paymentMethods: Readonly<Record<PaymentMethod, true>> = { Credit_Card: true, BANK_TRANSFER: true }

const allowedValues: Readonly<Record<keyof EventDetails, readonly string[]>> = {
  cover: coverTypes,
  frequency: frequencies,
  paymentMethod: Object.keys(paymentMethods),
}

export interface DataLayerHost {
  readonly location: { readonly href: string }
  dataLayer?: unknown[]
  readonly console: Pick<Console, 'info'>
  readonly navigator: Pick<Navigator, 'sendBeacon'>
}

const push = (host: DataLayerHost, entry: Record<string, string>): void => {
  if (!isProductionHost(host.location.href)) return
  host.dataLayer ??= []
  host.dataLayer.push(entry)
}

const isLogged = (name: JourneyEvent): name is BrowserEvent =>
  (browserEvents as readonly string[]).includes(name)

/** A beacon is sent even where the page is left at once, and nobody waits for it. */
function log(event: BrowserEvent, { console, navigator }: DataLayerHost): void {
  console.info(event)
  navigator.sendBeacon(browserEventPath, new Blob([JSON.stringify({ event })], { type: 'application/json' }))
}

/** A view of a step, under its virtual path. */
export const pageView = (step: Step, host: DataLayerHost = window): void =>
  push(host, { event: 'virtual_page_view', page: pathOfStep(step) })

/** Something happened in the journey. Whatever is not on the lists stays out. */
export function track(name: JourneyEvent, details: EventDetails = {}, host: DataLayerHost = window): void {
  if (!journeyEvents.includes(name)) return
  if (isLogged(name)) log(name, host)
  const kept = Object.entries(details).filter(([key, value]) =>
    allowedValues[key as keyof EventDetails]?.includes(value),
  )
  push(host, { event: name, ...Object.fromEntries(kept) })
}
