/**
 * Page views and journey events for the data layer: only on live addresses, and only names and values from closed lists,
 * so that nothing personal can ever slip in (SHELL-06).
 */
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
  'captcha_not_ready',
  'download_failed',
  'payment_page_missing',
  'policy_not_retrieved',
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

const notLive = ['int', 'dev', 'uat', 'pre', 'localhost']

/** The specification's own test: the whole address, anywhere in it. 'print' counts as 'int'; no feature hangs on it. */
export const isLive = (href: string): boolean => !notLive.some(part => href.includes(part))

export interface DataLayerHost {
  readonly location: { readonly href: string }
  dataLayer?: unknown[]
}

const push = (host: DataLayerHost, entry: Record<string, string>): void => {
  if (!isLive(host.location.href)) return
  host.dataLayer ??= []
  host.dataLayer.push(entry)
}

/** A view of a step, under its virtual path. */
export const pageView = (step: Step, host: DataLayerHost = window as DataLayerHost): void =>
  push(host, { event: 'virtual_page_view', page: pathOfStep(step) })

/** Something happened in the journey. Whatever is not on the lists stays out. */
export function track(
  name: JourneyEvent,
  details: EventDetails = {},
  host: DataLayerHost = window as DataLayerHost,
): void {
  if (!journeyEvents.includes(name)) return
  const kept = Object.entries(details).filter(([key, value]) =>
    allowedValues[key as keyof EventDetails]?.includes(value),
  )
  push(host, { event: name, ...Object.fromEntries(kept) })
}
