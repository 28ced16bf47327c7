/** The React component of each screen: each page folder is one lazy chunk, prefetched during the step before. */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { cardReturnPaths } from '#journey/page-paths.ts'
import { type Step, stepOf, steps } from '#journey/steps.ts'
import { lazyFile } from '#web/lib/lazy-file.ts'
import type { Screen } from '#web/lib/screens-and-navigation.ts'

type PageProps = { readonly fallback: ReactNode; readonly path: string }

interface LazyPage {
  /** Shows `fallback` until the file is loaded. A page whose file is loaded already renders at once. */
  readonly Page: ComponentType<PageProps>
  load(): Promise<unknown>
  prefetch(): void
}

function lazyPage(fetchPage: () => Promise<ComponentType<{ readonly path: string }>>): LazyPage {
  const file = lazyFile(fetchPage)
  const Lazy = lazy(async () => ({ default: await file.loadWithRetry() }))
  return {
    load: file.load,
    prefetch: file.prefetch,
    Page({ fallback, path }) {
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

const startPage = lazyPage(() => import('#web/pages/start/start-page.tsx').then(file => file.StartPage))
const statusPage = lazyPage(() => import('#web/pages/status/status-pages.tsx').then(file => file.StatusPage))
const cardFailurePage = lazyPage(() =>
  import('#web/pages/status/lazy/card-payment-failed-page.tsx').then(file => file.CardPaymentFailedPage),
)
const stepPages: Readonly<Record<Step, LazyPage>> = {
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

const stepOfScreen = (screen: Screen): Step | null => (screen.kind === 'view' ? stepOf(screen.view) : null)

const isCardFailure = (screen: Screen): boolean =>
  screen.kind === 'outcome' && screen.path === cardReturnPaths.declined

export function pageOf(screen: Screen): LazyPage {
  const step = stepOfScreen(screen)
  if (step) return stepPages[step]
  if (screen.kind === 'outcome') return isCardFailure(screen) ? cardFailurePage : statusPage
  return startPage
}

/**
 * Prefetches the files that the customer may need after a step, or after the start page if it is null. A
 * failure shows only when the page is needed.
 */
export function prefetchPagesAfter(step: Step | null): void {
  const next = step === null ? 'car' : steps[steps.indexOf(step) + 1]
  // The error page too: the network may be down when it is needed.
  for (const page of [statusPage, ...(next ? [stepPages[next]] : [])]) page.prefetch()
}

/** The build's name of the file that renders an address's first screen: that of its page folder, or of its lazy page. */
export function pageFileOf(screen: Screen): string {
  if (isCardFailure(screen)) return 'card-payment-failed-page'
  return stepOfScreen(screen) ?? (screen.kind === 'outcome' ? 'status' : 'start')
}
