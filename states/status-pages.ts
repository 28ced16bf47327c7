/**
 * States of the pages outside the steps, the dialogs of the frame, and its messages at the foot of the
 * window.
 */

import { legalPaths } from '#journey/page-paths.ts'
import { captchaText } from '#web/content/captcha.ts'
import { cardFailureText } from '#web/content/card-failure.ts'
import { closedQuoteText } from '#web/content/closed-quote.ts'
import { headerAndFooterText } from '#web/content/header-and-footer.ts'
import { statusBannerText } from '#web/content/layout.ts'
import { sessionExpiryText } from '#web/content/session-expiry.ts'
import { statusPagesText as words } from '#web/content/status-pages.ts'
import { accountKnown, car, carKnown, choice, driver, newcomer, quoted, quoteId } from './customer.ts'
import type { State } from './state.ts'

const success = `/paymentsuccess?uuid=${quoteId}`

export const statusPageStates: readonly State[] = [
  {
    name: 'success',
    title: 'Bought in this tab',
    path: success,
    answers: choice,
    draftState: accountKnown,
    shows: words.success.details,
  },
  {
    name: 'success-card',
    title: 'Bought by card, seen on another device',
    path: '/cc-payment-success?uuid=book',
    shows: words.success.covered,
  },
  {
    name: 'success-loading',
    title: 'The payment is being confirmed',
    path: success,
    replies: { policyRetrieve: 'never' },
    shows: words.success.loading,
  },
  {
    name: 'success-missing',
    title: 'The payment cannot be shown',
    path: success,
    replies: { policyRetrieve: { status: 204 } },
    shows: words.success.missing,
  },
  {
    name: 'success-sent-back',
    title: 'The card was charged, and the money goes back',
    path: '/cc-payment-success?uuid=book',
    replies: { policyRetrieve: { body: { refundDueOrDone: true } } },
    shows: words.refunded.why,
  },
  {
    name: 'success-no-file',
    title: 'The document could not be downloaded',
    path: success,
    replies: { documentRetrieve: { refused: 'INTERNAL' } },
    actions: [{ press: words.success.download }],
    shows: words.success.downloadFailed,
  },
  {
    name: 'card-failure',
    title: 'The card was refused',
    path: '/cc-payment-failure?uuid=book&token=t',
    replies: { policyRetrieve: { body: { unpaid: true } } },
    shows: words.notCharged,
  },
  {
    name: 'card-failure-no-page',
    title: 'The card page cannot be opened again',
    path: '/cc-payment-failure?uuid=book&token=t',
    replies: { policyRetrieve: { body: { unpaid: true } }, paymentRetry: { refused: 'PARTNER_UNAVAILABLE' } },
    actions: [{ press: cardFailureText.proceed }],
    shows: cardFailureText.noPage,
  },
  {
    name: 'session-expired',
    title: 'Session expired',
    path: '/session-expired',
    shows: words.sessionExpired.detail,
  },
  {
    name: 'converted',
    title: 'The quote has become a policy',
    path: '/converted',
    shows: closedQuoteText.converted.text,
  },
  {
    name: 'expired',
    title: 'The quote is no longer valid',
    path: '/expired',
    shows: closedQuoteText.expired.detail,
  },
  {
    name: 'not-found',
    title: 'No such page',
    path: '/page-not-found',
    shows: closedQuoteText.notFound.detail,
  },
  {
    name: 'legal-privacy',
    title: 'Privacy',
    path: legalPaths.privacy,
    shows: 'What we collect',
  },
  {
    name: 'legal-terms',
    title: 'Terms of use',
    path: legalPaths.terms,
    shows: 'Who we are',
  },
  {
    name: 'error',
    title: 'Something went wrong',
    path: '/error-occurred',
    draftState: quoted,
    shows: words.error.kept,
  },
]

export const layoutStates: readonly State[] = [
  {
    name: 'frame-session',
    title: 'Session Expiry',
    path: '/vehicle/step2',
    answers: driver,
    draftState: carKnown,
    secondsLeft: 107,
    shows: sessionExpiryText.kept,
  },
  {
    name: 'frame-security',
    title: 'Security check',
    path: '/vehicle/step1',
    draftState: newcomer,
    isChecked: true,
    shows: captchaText.tick,
  },
  {
    name: 'frame-offline',
    title: 'No network',
    path: '/vehicle/step2',
    answers: car,
    draftState: carKnown,
    statusBanner: 'offline',
    shows: statusBannerText.offline,
  },
  {
    name: 'frame-busy',
    title: 'A busy server',
    path: '/vehicle/step2',
    answers: car,
    draftState: carKnown,
    statusBanner: 'busy',
    shows: statusBannerText.busy,
  },
  {
    name: 'frame-cookies',
    title: 'Cookies',
    path: '/vehicle',
    actions: [{ press: headerAndFooterText.cookies }],
    shows: headerAndFooterText.cookieIntro,
  },
]
