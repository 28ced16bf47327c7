/** Names and lifetimes of the cookies that browser code writes, and the fixed values of two request fields. */

/** The fixed Authorization value of calls that need no session. The server ignores it. */
export const passThroughAuthorization = 'Basic b3BlbnJvYWQ6cGFzcy10aHJvdWdo'

/** Sent instead of a captcha token after the visible check; valid only with the server's own record. */
export const captchaPassedMarker = 'AUTHENTICATED_V2'

/** Cookies of the page's script (SHELL-10). The session token works only with the HttpOnly cookie `sid` (EDGE-16). */
export const sessionTokenCookie = 'jwt-token'
export const quoteCookie = 'quote-id'
export const captchaPassedCookie = 'AUTHENTICATED_V2'

/** The lifetimes of the last two; the token's is that of the session. */
export const quoteCookieSeconds = 600
export const captchaPassedCookieSeconds = 1800
