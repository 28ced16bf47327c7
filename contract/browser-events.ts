/**
 * Names of the browser events that the web app sends to the server, which only writes them to its log (section 8 of the
 * specification).
 */
export const browserEventPath = '/edge/logged-event'

export const browserEvents = [
  'captcha_not_ready',
  'download_failed',
  'payment_page_missing',
  'policy_not_retrieved',
] as const
export type BrowserEvent = (typeof browserEvents)[number]
