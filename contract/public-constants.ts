/** Public constants that browsers send and store (they give no access, EDGE-16), and the test for a production host. */

/** The fixed Authorization value of the pass-through calls. */
export const passThroughValue = 'Basic b3BlbnJvYWQ6cGFzcy10aHJvdWdo'

/**
 * Sent instead of a captcha token after the visible check was passed. The server accepts it only with its
 * own record.
 */
export const verifiedMarker = 'AUTHENTICATED_V2'

/**
 * The cookies that the page's script writes (SHELL-10): session token, quote id, and the marker of the visible check.
 */
export const tokenCookie = 'jwt-token'
export const quoteCookie = 'quote-id'
export const verifiedCookie = 'AUTHENTICATED_V2'

/** The lifetimes of the last two; the token's is that of the session. */
export const quoteCookieSeconds = 600
export const verifiedCookieSeconds = 1800

const partsOfTrialAddresses = ['int', 'dev', 'uat', 'pre', 'localhost']

/**
 * The specification's test for a production host, for analytics and the content security policy. It searches the
 * whole address, so 'print' counts as 'int'.
 * @param address a host or a whole URL
 */
export const isProductionHost = (address: string): boolean =>
  !partsOfTrialAddresses.some(part => address.includes(part))
