/** Where a browser may be sent to pay: the partner's own origins and nowhere else, whatever its answer says. */
export function isAllowedPageUrl(pageUrl: string, origins: readonly string[]): boolean {
  if (!URL.canParse(pageUrl)) return false
  const { origin, username, password } = new URL(pageUrl)
  return origins.includes(origin) && username === '' && password === ''
}
