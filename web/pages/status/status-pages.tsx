/** The status pages by path, with their titles. Used by the application and by server rendering. */
import { type ComponentType, useEffect } from 'react'
import {
  cardReturnPaths,
  convertedPath,
  errorPath,
  expiredPath,
  notFoundPath,
  type StatusPath,
  sessionExpiredPath,
  successPath,
} from '#journey/page-paths.ts'
import { pageTitle } from '#web/content/layout.ts'
import { statusPagesText } from '#web/content/status-pages.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { CardPaymentFailedPage } from './card-payment-failed-page.tsx'
import {
  ConvertedPage,
  ErrorPage,
  ExpiredPage,
  NotFoundPage,
  SessionExpiredPage,
} from './expired-and-error-pages.tsx'
import { PaymentSuccessPage } from './payment-success-page.tsx'

interface StatusPageEntry {
  readonly title: string
  readonly component: ComponentType
}

const words = statusPagesText
// No title reports success before the result is known.
const paymentSuccess = { title: words.success.loadingTitle, component: PaymentSuccessPage }
const notFound = { title: words.notFound.pageTitle, component: NotFoundPage }

const statusPages: Readonly<Record<StatusPath, StatusPageEntry>> = {
  [successPath]: paymentSuccess,
  [cardReturnPaths.approved]: paymentSuccess,
  [cardReturnPaths.declined]: { title: words.cardFailure.pageTitle, component: CardPaymentFailedPage },
  [sessionExpiredPath]: { title: words.sessionExpired.title, component: SessionExpiredPage },
  [convertedPath]: { title: words.converted.title, component: ConvertedPage },
  [expiredPath]: { title: words.expired.title, component: ExpiredPage },
  [notFoundPath]: notFound,
  '/turners/page-not-found': notFound,
  [errorPath]: { title: words.error.pageTitle, component: ErrorPage },
}

const statusPageOf = (path: string): StatusPageEntry =>
  Object.entries(statusPages).find(([known]) => known === path)?.[1] ?? notFound

export const statusPageTitle = (path: string): string => statusPageOf(path).title

export function StatusPage({ path }: { path: string }) {
  const { brand } = usePageSettings()
  const { title, component: Content } = statusPageOf(path)
  useEffect(() => {
    document.title = pageTitle(title, brand.name)
  }, [title, brand.name])
  return <Content />
}
