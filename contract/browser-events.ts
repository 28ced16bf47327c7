/**
 * The events that section 8 of the specification calls 'only logged'. Browsers send the name only, and the
 * server writes it to its log.
 */
export const browserEventPath = '/edge/logged-event'

export const browserEvents = [
  'captcha_not_ready',
  'download_failed',
  'payment_page_missing',
  'policy_not_retrieved',
] as const
export type BrowserEvent = (typeof browserEvents)[number]
