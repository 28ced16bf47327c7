/** What each path outside the wizard shows: a path of journey/page-paths.ts without its row here does not compile. */
import type { OutcomePath } from '#journey/page-paths.ts'
import type { Outcome, Outcomes } from '#web/app/status-page.ts'
import { outcomeWords } from '#web/content/status-pages.ts'
import { CardFailure } from './card-payment-failed-page.tsx'
import { Converted, ErrorOccurred, Expired, NotFound, SessionExpired } from './expired-and-error-pages.tsx'
import { PaymentSuccess } from './payment-success-page.tsx'

export const outcomes: Outcomes = {
  // Until it is known how things went, no title says that they went well.
  '/paymentsuccess': { title: outcomeWords.success.loadingTitle, component: PaymentSuccess },
  '/cc-payment-success': { title: outcomeWords.success.loadingTitle, component: PaymentSuccess },
  '/cc-payment-failure': { title: outcomeWords.cardFailure.pageTitle, component: CardFailure },
  '/session-expired': { title: outcomeWords.sessionExpired.title, component: SessionExpired },
  '/converted': { title: outcomeWords.converted.title, component: Converted },
  '/expired': { title: outcomeWords.expired.title, component: Expired },
  '/page-not-found': { title: outcomeWords.notFound.pageTitle, component: NotFound },
  '/turners/page-not-found': { title: outcomeWords.notFound.pageTitle, component: NotFound },
  '/error-occurred': { title: outcomeWords.error.pageTitle, component: ErrorOccurred },
} satisfies Record<OutcomePath, Outcome>
