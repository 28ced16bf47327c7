/**
 * The React component of each screen: each page folder is one lazy chunk, prefetched during the
 * step before; parts that most customers never see are files of their own, in `lazy/`.
 */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { cardReturnPaths, errorPath, policyPath, sessionExpiredPath } from '#journey/page-paths.ts'
import { type Step, stepOf, steps } from '#journey/steps.ts'
import { lazyFile } from '#web/lib/lazy-file.ts'
import type { Screen } from '#web/lib/screens-and-navigation.ts'

function lazyPage(fetchPage: () => Promise<ComponentType<{ readonly path: string }>>) {
  const file = lazyFile(fetchPage)
  const Lazy = lazy(async () => ({ default: await file.loadWithRetry() }))
  return {
    load: file.loadWithRetry,
    prefetch: file.prefetch,
    /** Shows `fallback` until the file is loaded. A page whose file is loaded already renders at once. */
    Page({ fallback, path }: { readonly fallback: ReactNode; readonly path: string }) {
      // Chosen once, so that a page keeps its state when its file has loaded.
      const [Content] = useState(file.loaded)
      if (Content) return <Content path={path} />
      return (
        <Suspense fallback={fallback}>
          <Lazy path={path} />
        </Suspense>
      )
    },
  }
}

/** The pages by the build's name of their file: the page folder, or the lazy page. */
const pages = {
  start: lazyPage(() => import('#web/pages/start/start-page.tsx').then(file => file.StartPage)),
  status: lazyPage(() => import('#web/pages/status/status-pages.tsx').then(file => file.StatusPage)),
  'card-payment-failed-page': lazyPage(() =>
    import('#web/pages/status/lazy/card-payment-failed-page.tsx').then(file => file.CardPaymentFailedPage),
  ),
  'closed-quote-pages': lazyPage(() =>
    import('#web/pages/status/lazy/closed-quote-pages.tsx').then(file => file.ClosedQuotePage),
  ),
  car: lazyPage(() => import('#web/pages/car/car-page.tsx').then(file => file.CarPage)),
  driver: lazyPage(() => import('#web/pages/driver/driver-page.tsx').then(file => file.DriverPage)),
  quote: lazyPage(async () => {
    const { QuotePage, lazyPartsFile } = await import('#web/pages/quote/quote-page.tsx')
    lazyPartsFile.prefetch()
    return QuotePage
  }),
  policyholder: lazyPage(() =>
    import('#web/pages/policyholder/policyholder-page.tsx').then(file => file.PolicyholderPage),
  ),
  payment: lazyPage(() => import('#web/pages/payment/payment-page.tsx').then(file => file.PaymentPage)),
}

/** Their pages are in the file that every step prefetches. */
const everydayPaths: readonly string[] = [policyPath, cardReturnPaths.approved, sessionExpiredPath, errorPath]

/** The build's name of the file that renders the screen. */
export function pageFileOf(screen: Screen): keyof typeof pages {
  if (screen.kind === 'entry') return 'start'
  if (screen.kind === 'view') return stepOf(screen.view) ?? 'start'
  if (screen.path === cardReturnPaths.declined) return 'card-payment-failed-page'
  return everydayPaths.includes(screen.path) ? 'status' : 'closed-quote-pages'
}

export const pageOf = (screen: Screen) => pages[pageFileOf(screen)]

/**
 * Prefetches the files that the customer may need after a step, or after the start page if it is null. A
 * failure shows only when the page is needed.
 */
export function prefetchPagesAfter(step: Step | null): void {
  const next = step === null ? 'car' : steps[steps.indexOf(step) + 1]
  // The error page too: the network may be down when it is needed.
  pages.status.prefetch()
  if (next) pages[next].prefetch()
}
