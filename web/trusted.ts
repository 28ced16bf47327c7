/**
 * The one Trusted Types policy of the page, named 'openroad': script addresses it knows, and plain formatted text the
 * server sanitised. Anything else throws before it reaches the document.
 */

interface Policy {
  createScriptURL(url: string): unknown
  createHTML(html: string): unknown
}

const captchaScript = 'https://www.google.com/recaptcha/api.js'

/** Tags of the direct debit terms; none of them carries an attribute. */
const plainTag =
  /^<\/?(?:h[2-4]|p|ul|ol|li|strong|em|b|i|br|hr|dl|dt|dd|table|thead|tbody|tr|th|td|section|div|span)\s*\/?>/i

const rules = {
  createScriptURL(url: string): string {
    const parsed = new URL(url, location.origin)
    if (parsed.origin === location.origin && parsed.pathname.startsWith('/assets/')) return url
    if (`${parsed.origin}${parsed.pathname}` === captchaScript) return url
    throw new TypeError('Not a script of ours')
  },
  createHTML(html: string): string {
    for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
      if (!plainTag.test(html.slice(at, at + 20))) throw new TypeError('More than plain formatting')
    }
    return html
  },
}

/** The browser's own factory, where it knows Trusted Types; elsewhere the rules themselves. */
const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, made: typeof rules): Policy } })
  .trustedTypes
const policy: Policy = factory ? factory.createPolicy('openroad', rules) : rules

/** For Worker and script.src. Throws for an address that is not ours. */
export const trustedScriptUrl = (url: string): string => policy.createScriptURL(url) as string

/** For DOMParser. Throws where the text holds anything but plain tags without attributes. */
export const trustedHtml = (html: string): string => policy.createHTML(html) as string
