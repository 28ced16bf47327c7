/**
 * The events and declines that browsers report, with the paths of these calls. The server logs the events (section 8
 * of the specification) and counts the declines that a page shows by itself.
 */
import type { IndicatorDecline } from '#journey/questions/yes-no-questions.ts'
import type { AnyDeclineReason } from '#journey/sales-events.ts'

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
] as const satisfies readonly AnyDeclineReason[]
/** Because of a yes/no answer or of the car itself. */
export type ClientDecline = IndicatorDecline | (typeof carDeclines)[number]
