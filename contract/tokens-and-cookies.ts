/**
 * Names and lifetimes of the cookies that browser code writes, and two fixed values of requests: the public
 * Authorization header, and the marker sent instead of a captcha token. In a browser, the session token works only
 * with the HttpOnly cookie `sid` (EDGE-16).
 */

/** The fixed Authorization value of calls that need no session. The server ignores it. */
export const passThroughAuthorization = 'Basic b3BlbnJvYWQ6cGFzcy10aHJvdWdo'

/**
 * Sent instead of a captcha token after the visible check was passed. The server accepts it only with its
 * own record.
 */
export const captchaPassedMarker = 'AUTHENTICATED_V2'

/**
 * The cookies that the page's script writes (SHELL-10): session token, quote id, and the marker of the visible check.
 */
export const sessionTokenCookie = 'jwt-token'
export const quoteCookie = 'quote-id'
export const captchaPassedCookie = 'AUTHENTICATED_V2'

/** The lifetimes of the last two; the token's is that of the session. */
export const quoteCookieSeconds = 600
export const captchaPassedCookieSeconds = 1800
