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

const statusPages: Readonly<Record<StatusPath, StatusPageEntry>> = {
  // No title reports success before the result is known.
  [successPath]: { title: statusPagesText.success.loadingTitle, component: PaymentSuccessPage },
  [cardReturnPaths.approved]: { title: statusPagesText.success.loadingTitle, component: PaymentSuccessPage },
  [cardReturnPaths.declined]: {
    title: statusPagesText.cardFailure.pageTitle,
    component: CardPaymentFailedPage,
  },
  [sessionExpiredPath]: { title: statusPagesText.sessionExpired.title, component: SessionExpiredPage },
  [convertedPath]: { title: statusPagesText.converted.title, component: ConvertedPage },
  [expiredPath]: { title: statusPagesText.expired.title, component: ExpiredPage },
  [notFoundPath]: { title: statusPagesText.notFound.pageTitle, component: NotFoundPage },
  '/turners/page-not-found': { title: statusPagesText.notFound.pageTitle, component: NotFoundPage },
  [errorPath]: { title: statusPagesText.error.pageTitle, component: ErrorPage },
}

const statusPageOf = (path: string): StatusPageEntry =>
  Object.entries(statusPages).find(([known]) => known === path)?.[1] ?? statusPages[notFoundPath]

export const statusPageTitle = (path: string): string => statusPageOf(path).title

export function StatusPage({ path }: { path: string }) {
  const { brand } = usePageSettings()
  const { title, component: Content } = statusPageOf(path)
  useEffect(() => {
    document.title = pageTitle(title, brand.name)
  }, [title, brand.name])
  return <Content />
}
