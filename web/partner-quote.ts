/** Which quotes count as a partner's, and where their failed login leads (ENTRY-03). Entry screen and car step ask here. */

/**
 * A link that carries a partner's id, or any quote on the turners host. That one brand is named here and not in its
 * brand.json, because the specification fixes a page for its prospects alone, at a path that carries its name.
 */
export const isPartnerQuote = (partnerId: string | null, brandKey: string): boolean =>
  partnerId !== null || brandKey === 'turners'

export const loginFailedPath = (isPartner: boolean): '/turners/page-not-found' | '/page-not-found' =>
  isPartner ? '/turners/page-not-found' : '/page-not-found'
