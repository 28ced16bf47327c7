/** Which quotes count as a partner's, and where their failed login leads (ENTRY-03). Entry screen and car step ask here. */

/** A link that carries a partner's id, or any quote on the partner host whose prospects have a page of their own. */
export const isPartnerQuote = (partnerId: string | null, brandKey: string): boolean =>
  partnerId !== null || brandKey === 'turners'

export const loginFailedPath = (isPartner: boolean): '/turners/page-not-found' | '/page-not-found' =>
  isPartner ? '/turners/page-not-found' : '/page-not-found'
