/** The check that a payment page URL is on one of the partner's origins, for the card payment adapters. */
export function isAllowedPageUrl(pageUrl: string, origins: readonly string[]): boolean {
  if (!URL.canParse(pageUrl)) return false
  const { origin, username, password } = new URL(pageUrl)
  return origins.includes(origin) && username === '' && password === ''
}
