/** What the specification calls 'only logged' (section 8): browsers report it by name alone, and the server's log keeps it. */
export const loggedEventPath = '/edge/logged-event'

export const loggedEvents = [
  'captcha_not_ready',
  'download_failed',
  'payment_page_missing',
  'policy_not_retrieved',
] as const
export type LoggedEvent = (typeof loggedEvents)[number]
