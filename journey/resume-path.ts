/** The path that returns a customer to the wizard with the quote's link, as the specification defines it. */
export function resumePath(id: string, token: string, back?: 'yes'): string {
  const query = new URLSearchParams()
  if (id) query.set('id', id)
  if (token) query.set('token', token)
  if (back) query.set('back', back)
  return `/vehicle?${query}`.replace(/\?$/, '')
}

/** An address that brings a quote's link along: the page opens that quote and asks nothing meanwhile (ENTRY-03). */
export const hasLink = (query: URLSearchParams): boolean => Boolean(query.get('id') && query.get('token'))
