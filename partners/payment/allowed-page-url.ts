/**
 * The check that a payment page URL belongs to the partner's own origins, whatever the partner's response
 * says.
 */
export function isAllowedPageUrl(pageUrl: string, origins: readonly string[]): boolean {
  if (!URL.canParse(pageUrl)) return false
  const { origin, username, password } = new URL(pageUrl)
  return origins.includes(origin) && username === '' && password === ''
}
