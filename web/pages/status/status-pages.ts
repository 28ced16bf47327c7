/**
 * The page component of each path outside the wizard. A path of journey/page-paths.ts without a row here
 * does not compile.
 */

import type { OutcomePath } from '#journey/page-paths.ts'
import type { StatusPage, StatusPages } from '#web/app/status-page.ts'
import { statusPagesText } from '#web/content/status-pages.ts'
import { CardPaymentFailedPage } from './card-payment-failed-page.tsx'
import {
  ConvertedPage,
  ErrorPage,
  ExpiredPage,
  NotFoundPage,
  SessionExpiredPage,
} from './expired-and-error-pages.tsx'
import { PaymentSuccessPage } from './payment-success-page.tsx'

export const statusPages: StatusPages = {
  // No title reports success before the result is known.
  '/paymentsuccess': { title: statusPagesText.success.loadingTitle, component: PaymentSuccessPage },
  '/cc-payment-success': { title: statusPagesText.success.loadingTitle, component: PaymentSuccessPage },
  '/cc-payment-failure': { title: statusPagesText.cardFailure.pageTitle, component: CardPaymentFailedPage },
  '/session-expired': { title: statusPagesText.sessionExpired.title, component: SessionExpiredPage },
  '/converted': { title: statusPagesText.converted.title, component: ConvertedPage },
  '/expired': { title: statusPagesText.expired.title, component: ExpiredPage },
  '/page-not-found': { title: statusPagesText.notFound.pageTitle, component: NotFoundPage },
  '/turners/page-not-found': { title: statusPagesText.notFound.pageTitle, component: NotFoundPage },
  '/error-occurred': { title: statusPagesText.error.pageTitle, component: ErrorPage },
} satisfies Record<OutcomePath, StatusPage>
