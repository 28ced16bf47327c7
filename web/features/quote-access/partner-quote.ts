/** The page shown when a login failed. The start page, the car step and the policy page use it. */

/**
 * The partner page is for links with a partner's id, and for the turners host. The brand is named here and not in its brand.json,
 * because the specification gives this page to that brand only, with its name in the path.
 */
export const loginFailedPath = (
  partnerId: string | null,
  brandKey: string,
): '/turners/page-not-found' | '/page-not-found' =>
  partnerId !== null || brandKey === 'turners' ? '/turners/page-not-found' : '/page-not-found'
