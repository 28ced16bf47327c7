/** The sales events and their details. The server counts them; metrics and the sales report show the counts. */
import type { DeclineReason } from './decline-rules.ts'

/**
 * In the order of a purchase. An event is counted once per quote, except 'declined', 'referred',
 * 'emailed', 'retrieved', 'bind', 'bind-refused' and 'refund', which may happen more often.
 */
export const salesEvents = [
  'prospect',
  /** A link named the partner of a prospect that was registered without one. */
  'partner-named',
  'car',
  'priced',
  'declined',
  'referred',
  'emailed',
  'retrieved',
  'policyholders',
  'bind',
  'bind-refused',
  'policy',
  'refund',
] as const
export type SalesEvent = (typeof salesEvents)[number]

/** Reasons that only an insurer gives. */
type InsurerDeclineReason = 'VEHICLE_NOT_INSURABLE' | 'VALUE_TOO_HIGH' | 'VALUE_OUT_OF_BAND'

export type AnyDeclineReason = DeclineReason | InsurerDeclineReason

const declineReasons: Readonly<Record<AnyDeclineReason, true>> = {
  BUSINESS_USE: true,
  MODIFIED: true,
  CRIMINAL_RECORD: true,
  DRIVER_TOO_YOUNG: true,
  TOO_MANY_INCIDENTS: true,
  VEHICLE_NOT_INSURABLE: true,
  VALUE_TOO_HIGH: true,
  VALUE_OUT_OF_BAND: true,
}

const otherDetail = 'OTHER'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The time from the plate on the first page to the policy, in classes; the last class has no end. */
const policyTimes = [
  ['UNDER_5_MINUTES', 5 * minute],
  ['UNDER_10_MINUTES', 10 * minute],
  ['UNDER_20_MINUTES', 20 * minute],
  ['UNDER_1_HOUR', hour],
  ['UNDER_1_DAY', day],
  ['UNDER_7_DAYS', 7 * day],
  ['LONGER', Number.POSITIVE_INFINITY],
] as const

export const purchaseDurationClass = (begunAt: Date, issuedAt: Date): string =>
  policyTimes.find(([, limitMs]) => issuedAt.getTime() - begunAt.getTime() < limitMs)?.[0] ?? 'LONGER'

export const salesEventDetails: Readonly<Partial<Record<SalesEvent, readonly string[]>>> = {
  declined: [...Object.keys(declineReasons), otherDetail],
  referred: ['VEHICLE_NEEDS_A_PERSON', otherDetail],
  retrieved: ['number', 'mail'],
  bind: ['bank', 'card'],
  policy: policyTimes.map(([name]) => name),
}

/** The detail to count: from a closed list, so that no text of a partner becomes a metric label. */
export function normalizeSalesEventDetail(event: SalesEvent, detail: string): string {
  const known = salesEventDetails[event]
  if (!known) return ''
  return known.includes(detail) ? detail : otherDetail
}

/** The partners and sources that sales events are counted for by name; all others are counted as one. */
export interface AttributionLabels {
  readonly partners: readonly string[]
  readonly sources: readonly string[]
}

/** @param brandKeys a link without a source has its brand's key as source */
export const attributionLabels = (
  brandKeys: Iterable<string>,
  partnerIds: readonly string[],
): AttributionLabels => ({ partners: partnerIds, sources: [...brandKeys, ...partnerIds] })
