/** The page shown when a login failed. The start page, the car step and the policy page use it. */

/**
 * To the page for prospects with a link that carries a partner's id, and on the turners host. That one brand is named here and
 * not in its brand.json, because the specification fixes the page for its prospects alone, at a path that carries its name.
 */
export const loginFailedPath = (
  partnerId: string | null,
  brandKey: string,
): '/turners/page-not-found' | '/page-not-found' =>
  partnerId !== null || brandKey === 'turners' ? '/turners/page-not-found' : '/page-not-found'
