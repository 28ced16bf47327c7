/** Texts that only the server renders: header, footer, and the message for browsers without JavaScript. */
import { durationText, type SiteSettings, settingPlaceholders } from '#contract/page-template.ts'
import {
  captchaPassedCookie,
  captchaPassedCookieSeconds,
  quoteCookie,
  quoteCookieSeconds,
  sessionTokenCookie,
} from '#contract/tokens-and-cookies.ts'
import { sessionLifetimeHours } from '#journey/access-level.ts'

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
  cookieList: [
    {
      name: settingPlaceholders.sessionCookie,
      purpose: 'Ties your visit to your own quote',
      life: `until you are done, ${sessionLifetimeHours} hours at most`,
    },
    // The token's cookie lasts as long as a session without activity.
    {
      name: sessionTokenCookie,
      purpose: 'Opens your quote and nobody else’s',
      life: settingPlaceholders.sessionLife,
    },
    { name: quoteCookie, purpose: 'Remembers your quote number', life: durationText(quoteCookieSeconds) },
    {
      name: captchaPassedCookie,
      purpose: 'Remembers that you passed the security check',
      life: durationText(captchaPassedCookieSeconds),
    },
  ],
} as const
