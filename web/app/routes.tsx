/**
 * Lazy routes: the component of each screen, one file each. The router fetches a file when it is needed; a
 * step's file is prefetched during the step before.
 */
import { type ComponentType, use } from 'react'
import { type Step, steps } from '#journey/steps.ts'
import { cachedImport } from '#web/lib/lazy.tsx'
import type { Screen } from './navigation.tsx'
import type { StatusPages } from './status-page.ts'

const stepFiles: Readonly<Record<Step, () => Promise<ComponentType>>> = {
  car: cachedImport(() => import('#web/pages/car/car-page.tsx').then(file => file.CarPage)),
  driver: cachedImport(() => import('#web/pages/driver/driver-page.tsx').then(file => file.DriverPage)),
  quote: cachedImport(() => import('#web/pages/quote/quote-page.tsx').then(file => file.QuotePage)),
  policyholder: cachedImport(() =>
    import('#web/pages/policyholder/policyholder-page.tsx').then(file => file.PolicyholderPage),
  ),
  payment: cachedImport(() => import('#web/pages/payment/payment-page.tsx').then(file => file.PaymentPage)),
}

/** The component of a step; suspends until its file is loaded. */
export const useStepPage = (step: Step): ComponentType => use(stepFiles[step]())

/** Prefetches a step's file; an error is reported only when the step is shown. */
export const prefetchStep = (step: Step): void => {
  stepFiles[step]().catch(() => {})
}

export const stepAfter = (step: Step | null): Step | undefined =>
  step === null ? 'car' : steps[steps.indexOf(step) + 1]

/** The screens that the server renders completely; set once their files are loaded. */
export interface PreloadedPages {
  readonly entry?: ComponentType
  readonly outcomes?: StatusPages
}

/**
 * Fetches the files an address needs before it can be hydrated; nothing for a step, which starts with its
 * layout.
 */
export async function preloadPages(kind: Screen['kind']): Promise<PreloadedPages> {
  if (kind === 'entry')
    return import('#web/pages/start/start-page.tsx').then(file => ({ entry: file.StartPage }))
  if (kind === 'outcome')
    return import('#web/pages/status/status-pages.ts').then(file => ({ outcomes: file.statusPages }))
  return {}
}

/** The manifest name of the file that renders an address's first screen; the page fetches it at once. */
export function entryFileOf(screen: Screen, step: Step | null): string {
  if (screen.kind === 'entry') return 'web/pages/start/start-page.tsx'
  if (step === null) return 'web/pages/status/status-pages.ts'
  return `web/pages/${step}/${step}-page.tsx`
}
