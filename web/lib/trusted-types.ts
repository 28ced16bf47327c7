/**
 * The one Trusted Types policy of the page, named 'openroad': script addresses it knows, and HTML to be read apart from
 * the page, without its attributes. Any other script address throws, and no text becomes markup of the page.
 */

interface Policy {
  createScriptURL(url: string): unknown
  createHTML(html: string): unknown
}

const captchaScript = 'https://www.google.com/recaptcha/api.js'

const rules = {
  createScriptURL(url: string): string {
    const parsed = new URL(url, location.origin)
    if (parsed.origin === location.origin && parsed.pathname.startsWith('/assets/')) return url
    if (`${parsed.origin}${parsed.pathname}` === captchaScript) return url
    throw new TypeError('Not a script of ours')
  },
  // For parseInertHtml alone: nobody else can reach the policy. Without attributes nothing is even tried, or reported.
  createHTML: (html: string): string => html.replace(/<(\/?[a-z][a-z\d-]*)(?:[^a-z\d<>-][^<>]*)?>/gi, '<$1>'),
}

/** The browser's own factory, where it knows Trusted Types; elsewhere the rules themselves. */
const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, made: typeof rules): Policy } })
  .trustedTypes
const policy: Policy = factory ? factory.createPolicy('openroad', rules) : rules

/** For Worker and script.src. Throws for an address that is not ours. */
export const trustedScriptUrl = (url: string): string => policy.createScriptURL(url) as string

/**
 * Somebody else's HTML as a tree beside the page, where nothing of it runs or loads. Who shows it takes out what is plain
 * and makes elements of our own (direct-debit-terms-markup.ts).
 */
export const parseInertHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(html) as string, 'text/html').body
