/**
 * What browsers report besides calls: events, which the server only logs (section 8 of the specification),
 * and declines that a page shows by itself, which it counts.
 */
import type { IndicatorDecline } from '#journey/questions/indicators.ts'
import type { DeclineCode } from '#journey/sales.ts'

export const browserEventPath = '/edge/logged-event'

export const browserEvents = [
  'captcha_not_ready',
  'download_failed',
  'payment_page_missing',
  'policy_not_retrieved',
] as const
export type BrowserEvent = (typeof browserEvents)[number]

export const clientDeclinePath = '/edge/page-decline'

export const carDeclines = [
  'VEHICLE_NOT_INSURABLE',
  'VALUE_TOO_HIGH',
] as const satisfies readonly DeclineCode[]
/** Because of a yes/no answer or of the car itself. */
export type ClientDecline = IndicatorDecline | (typeof carDeclines)[number]
