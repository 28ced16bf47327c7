/**
 * Sends page views and events to Google's data layer, on production hosts only. All names and values come from fixed
 * lists.
 */
import {
  browserEventPath,
  browserEvents,
  type PageDeclineReason,
  pageDeclinePath,
} from '#contract/browser-events-and-declines.ts'
import { isProductionHost } from '#contract/production-host.ts'
import type { CoverType, Frequency } from '#journey/cover.ts'
import type { PaymentMethod } from '#journey/payment-methods.ts'
import { pathOfStep, type Step } from '#journey/steps.ts'
import { attempt } from '#web/lib/attempt.ts'

declare global {
  interface Window {
    /** Read by Google's tag manager. */
    dataLayer?: unknown[]
  }
}

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
  readonly cover?: CoverType
  readonly frequency?: Frequency
  readonly paymentMethod?: PaymentMethod
}

/** By name: importing the lists would load the rules of cover and payment with the first page. */
const allowedValues: {
  readonly [Detail in keyof EventDetails]-?: Record<EventDetails[Detail] & string, true>
} = {
  cover: { COMPREHENSIVE: true, THIRD_PARTY_FIRE_THEFT: true, THIRD_PARTY: true },
  frequency: { FORTNIGHTLY: true, MONTHLY: true, ANNUAL: true },
  paymentMethod: { Credit_Card: true, BANK_TRANSFER: true },
}

function push(entry: Record<string, string>): void {
  if (!isProductionHost(location.href)) return
  window.dataLayer ??= []
  window.dataLayer.push(entry)
}

/** A beacon is sent even if the page is left at once, and nothing waits for it. A browser may have switched beacons off. */
const sendBeacon = (path: string, json: string) =>
  attempt(() => navigator.sendBeacon(path, new Blob([json], { type: 'application/json' })))

export const trackPageView = (step: Step): void =>
  push({ event: 'virtual_page_view', page: pathOfStep(step) })

/** Names and details that are not on the lists are left out. Our server gets the browser events too. */
export function track(name: JourneyEvent, details: EventDetails = {}): void {
  if (!journeyEvents.includes(name)) return
  if ((browserEvents as readonly string[]).includes(name)) {
    // biome-ignore lint/suspicious/noConsole: operators read these events there
    console.info(name)
    sendBeacon(browserEventPath, JSON.stringify({ event: name }))
  }
  const allowed = Object.entries(details).filter(([key, value]) =>
    Object.hasOwn(allowedValues[key as keyof EventDetails] ?? {}, value),
  )
  push({ event: name, ...Object.fromEntries(allowed) })
}

const reportedDeclines = new Set<string>()

/** Reports a decline that a page shows, for the sales report: once per quote, reason and page load. */
export function reportDecline(quoteId: string | undefined, reason: PageDeclineReason): void {
  const report = JSON.stringify({ quoteId, reason })
  if (quoteId === undefined || reportedDeclines.has(report)) return
  reportedDeclines.add(report)
  sendBeacon(pageDeclinePath, report)
}

/** The rules for a brand's container; undefined until its file is loaded, and for a brand without one. */
export let tagManagerRules: typeof import('./tag-manager-container.ts') | undefined

/** Call it when the browser is idle, at every new address. Its rules are a file of their own, because most brands have no container. */
export function startTagManager(container: string | null): void {
  if (container === null) return
  import('./tag-manager-container.ts')
    .then(file => {
      tagManagerRules = file
      file.loadTagManager(container)
    })
    // Without the file nothing is measured.
    .catch(() => {})
}
