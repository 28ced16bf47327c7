/**
 * Paths and codes of two reports of the browser: events, which are logged, and declines of a page, which are counted.
 */
import type { IndicatorDeclineReason } from '#journey/questions/yes-no-questions.ts'
import type { AnyDeclineReason } from '#journey/sales-events.ts'

export const browserEventPath = '/edge/logged-event'

export const browserEvents = [
  'captcha_not_ready',
  'download_failed',
  'payment_page_missing',
  'policy_not_retrieved',
] as const

export const pageDeclinePath = '/edge/page-decline'

export const carDeclineReasons = [
  'VEHICLE_NOT_INSURABLE',
  'VALUE_TOO_HIGH',
] as const satisfies readonly AnyDeclineReason[]
/** Because of a yes/no answer or of the car itself. */
export type PageDeclineReason = IndicatorDeclineReason | (typeof carDeclineReasons)[number]
