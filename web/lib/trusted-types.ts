/**
 * The page's only Trusted Types policy: it allows only known script URLs, and removes all attributes from HTML that is parsed
 * outside the page.
 */

interface Policy {
  createScriptURL(url: string): unknown
  createHTML(html: string): unknown
}

/** reCAPTCHA and the tag manager, each only where it is configured. */
const foreignScripts = ['https://www.google.com/recaptcha/api.js', 'https://www.googletagmanager.com/gtm.js']

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

/** The browser's Trusted Types factory; without one the rules apply directly. */
const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, made: typeof rules): Policy } })
  .trustedTypes
const policy: Policy = factory ? factory.createPolicy('openroad', rules) : rules

/** For Worker and script.src. Throws for an address that is not ours. */
export const trustedScriptUrl = (url: string): string => policy.createScriptURL(url) as string

/**
 * Parses foreign HTML into a detached tree, where nothing runs or loads. The caller copies plain content into
 * its own elements (direct-debit-terms-dialog.tsx).
 */
export const parseInertHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(html) as string, 'text/html').body
