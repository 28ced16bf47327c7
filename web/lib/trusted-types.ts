/** The page's only Trusted Types policy, for script URLs and for HTML that is parsed outside the page. */

/** reCAPTCHA and the tag manager, each only where it is configured. */
const foreignScripts = ['https://www.google.com/recaptcha/api.js', 'https://www.googletagmanager.com/gtm.js']

/** The rules allow known script URLs only, and remove all attributes from HTML. */
const rules = {
  createScriptURL(url: string): string {
    const parsed = new URL(url, location.origin)
    if (parsed.origin === location.origin && parsed.pathname.startsWith('/assets/')) return url
    if (foreignScripts.includes(`${parsed.origin}${parsed.pathname}`)) return url
    throw new TypeError('Not a script of ours')
  },
  // Without attributes the parser loads nothing and reports no CSP violation.
  createHTML: (html: string): string => html.replace(/<(\/?[a-z][a-z\d-]*)(?:[^a-z\d<>-][^<>]*)?>/gi, '<$1>'),
}

/**
 * A browser's policy returns TrustedScriptURL and TrustedHTML objects; typed as strings, because the DOM types take
 * only those.
 */
type Factory = { createPolicy(name: string, made: typeof rules): typeof rules }
const { trustedTypes } = globalThis as { trustedTypes?: Factory }
// Without a factory the rules apply directly.
const policy = trustedTypes?.createPolicy('openroad', rules) ?? rules

/** For Worker and script.src. Throws for an address that is not ours. */
export const trustedScriptUrl = (url: string): string => policy.createScriptURL(url)

/** Parses foreign HTML into a detached tree, where nothing runs or loads; the caller copies plain content from it. */
export const parseInertHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body
