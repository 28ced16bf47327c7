/** The built pages: their file names, the site settings, the settings' placeholders, and how the server fills them in. */

/** Sent to every page as JSON in its HTML, besides the brand. */
export interface SiteSettings {
  readonly sessionTimeoutSeconds: number
  readonly captcha: 'proof-of-work' | 'recaptcha' | 'off'
  readonly recaptchaSiteKey: string | null
  readonly recaptchaVisibleSiteKey: string | null
  readonly sessionCookie: string
  /** The most important partner that is a test double, for a notice in the footer; null if all partners are real. */
  readonly testModeNotice: 'payment' | 'insurer' | 'other' | null
  readonly mechanicalBreakdownUrl: string | null
  /** The brand's Google Tag Manager container, as GTM-AB12CD3. */
  readonly tagManager: string | null
  readonly traced: boolean
}

export const settingPlaceholders = {
  settings: '%settings%',
  sessionCookie: '%sessionCookie%',
  sessionLife: '%sessionLife%',
  mechanicalBreakdownUrl: '%mechanicalBreakdownUrl%',
  /** The HTML of a legal document, which holds the server's retention periods. */
  legalDocument: '%legalDocument%',
} as const

/**
 * The file of a built page in the folder of its brand: '/vehicle.html'.
 * @param isByLink true for the entry page with a quote's link in its URL
 */
export const pageFileName = (path: string, isByLink: boolean): string =>
  `${path}${isByLink ? '-by-link' : ''}.html`

/** The value of a template's `data-when`: its content is shown only if the setting has this value. */
export const settingCondition = (name: 'captcha' | 'testModeNotice', value: string): string =>
  `${name}=${value}`

/** '30 minutes', '90 seconds' */
export function durationText(seconds: number): string {
  if (seconds % 60 !== 0) return `${seconds} seconds`
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
}

/** Escapes '<', so that JSON cannot end the script element or open a comment in it. */
export const jsonInHtml = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, character => escapes[character] ?? character)

/** @param legalDocument HTML, for a page that shows one */
export function fillPage(template: string, settings: SiteSettings, legalDocument = ''): string {
  const isShown = (when: string) =>
    when === settingCondition('captcha', settings.captcha) ||
    when === settingCondition('testModeNotice', settings.testModeNotice ?? '')
  const values = {
    [settingPlaceholders.settings]: jsonInHtml(settings),
    [settingPlaceholders.sessionCookie]: escapeHtml(settings.sessionCookie),
    [settingPlaceholders.sessionLife]: durationText(settings.sessionTimeoutSeconds),
    [settingPlaceholders.mechanicalBreakdownUrl]: escapeHtml(settings.mechanicalBreakdownUrl ?? ''),
    [settingPlaceholders.legalDocument]: legalDocument,
  }
  const chosen = template.replace(
    /<template data-when="([^"]*)">(.*?)<\/template>/gs,
    (_, when: string, content: string) => (isShown(when) ? content : ''),
  )
  return Object.entries(values).reduce((html, [mark, value]) => html.replaceAll(mark, () => value), chosen)
}
