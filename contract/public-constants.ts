/**
 * Public constants that the specification asks browsers to send and to store (they give no access,
 * EDGE-16), and its test of a production host.
 */

/** The fixed Authorization value of the pass-through calls. */
export const passThroughValue = 'Basic b3BlbnJvYWQ6cGFzcy10aHJvdWdo'

/**
 * Sent instead of a captcha token after the visible check was passed. The server accepts it only with its
 * own record.
 */
export const verifiedMarker = 'AUTHENTICATED_V2'

/** The cookies that the page's own script writes (SHELL-10): the token, the quote, and that the visible check was passed. */
export const tokenCookie = 'jwt-token'
export const quoteCookie = 'quote-id'
export const verifiedCookie = 'AUTHENTICATED_V2'

/** How long a browser keeps the last two; the token it keeps as long as a session lasts. */
export const quoteCookieSeconds = 600
export const verifiedCookieSeconds = 1800

const partsOfTrialAddresses = ['int', 'dev', 'uat', 'pre', 'localhost']

/**
 * The specification's test for analytics and the content security policy: no part is anywhere in the address, so
 * 'print' counts as 'int'.
 * @param address a host or a whole URL
 */
export const isProductionHost = (address: string): boolean =>
  !partsOfTrialAddresses.some(part => address.includes(part))
