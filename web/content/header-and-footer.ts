/**
 * Texts of the header, the footer and the message for browsers without JavaScript. They are only in the
 * server's HTML, because no client script renders them.
 */
import {
  quoteCookie,
  quoteCookieSeconds,
  tokenCookie,
  verifiedCookie,
  verifiedCookieSeconds,
} from '#contract/public-constants.ts'
import type { SiteSettings } from '#contract/site-settings.ts'
import { sessionLifetimeHours } from '#journey/access-level.ts'

const lifeText = (seconds: number): string => {
  if (seconds % 60 !== 0) return `${seconds} seconds`
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
}

export const headerAndFooterText = {
  noScript: 'Getting a quote here needs JavaScript. Turn it on, or call us and we will do it together:',
  skip: 'Skip to the main content',
  help: 'Need a hand?',
  call: 'Call',
  email: 'Email',
  hours: 'Hours',
  privacy: 'Privacy',
  terms: 'Terms of use',
  clearAnswers: 'Clear my answers',
  standIn: {
    payment: 'This site runs with stand-in partners: nothing you buy here is real cover, and no money moves.',
    insurer: 'This site runs with a stand-in insurer: nothing you buy here is real cover.',
    other: 'Parts of this site run with stand-in partners.',
  } satisfies Record<NonNullable<SiteSettings['testModeNotice']>, string>,
  cookies: 'Cookies',
  cookieIntro:
    'We use a handful of cookies, all of them needed to quote and buy. None of them follows you around.',
  cookieOfGoogle: 'Google reCAPTCHA checks that you are a person and may set a cookie of Google’s own.',
  /** The token is kept as long as a session lasts with nothing done. */
  cookieList: ({
    sessionCookie,
    sessionTimeoutSeconds,
  }: Pick<SiteSettings, 'sessionCookie' | 'sessionTimeoutSeconds'>) => [
    {
      name: sessionCookie,
      purpose: 'Ties your visit to your own quote',
      life: `until you are done, ${sessionLifetimeHours} hours at most`,
    },
    {
      name: tokenCookie,
      purpose: 'Opens your quote and nobody else’s',
      life: lifeText(sessionTimeoutSeconds),
    },
    { name: quoteCookie, purpose: 'Remembers your quote number', life: lifeText(quoteCookieSeconds) },
    {
      name: verifiedCookie,
      purpose: 'Remembers that you passed the security check',
      life: lifeText(verifiedCookieSeconds),
    },
  ],
} as const
