/** Which component shows which screen; each is a file of its own, fetched when it is wanted or, a step, while the one before is being filled. */
import { type ComponentType, use } from 'react'
import { type Step, steps } from '#journey/steps.ts'
import { fileOf } from '#web/lib/lazy.tsx'
import type { Screen } from './navigation.tsx'
import type { Outcomes } from './status-page.ts'

const stepFiles: Readonly<Record<Step, () => Promise<ComponentType>>> = {
  car: fileOf(() => import('#web/pages/car/car-page.tsx').then(file => file.CarStep)),
  driver: fileOf(() => import('#web/pages/driver/driver-page.tsx').then(file => file.DriverStep)),
  quote: fileOf(() => import('#web/pages/quote/quote-page.tsx').then(file => file.QuoteStep)),
  policyholder: fileOf(() =>
    import('#web/pages/policyholder/policyholder-page.tsx').then(file => file.PolicyholderStep),
  ),
  payment: fileOf(() => import('#web/pages/payment/payment-page.tsx').then(file => file.PaymentStep)),
}

/** The component of a step; suspends until its file has come. */
export const useStepScreen = (step: Step): ComponentType => use(stepFiles[step]())

/** Fetches a step's file ahead of need; a failure shows when the step is really wanted. */
export const prefetchStep = (step: Step): void => {
  stepFiles[step]().catch(() => {})
}

export const stepAfter = (step: Step | null): Step | undefined =>
  step === null ? 'car' : steps[steps.indexOf(step) + 1]

/** The screens that the server draws whole: here once their files have come. */
export interface WholeScreens {
  readonly entry?: ComponentType
  readonly outcomes?: Outcomes
}

/** Fetches what an address needs before it can be shown; nothing for a step, whose frame comes first. */
export async function wholeScreensOf(kind: Screen['kind']): Promise<WholeScreens> {
  if (kind === 'entry')
    return import('#web/pages/start/start-page.tsx').then(file => ({ entry: file.EntryScreen }))
  if (kind === 'outcome')
    return import('#web/pages/status/status-pages.ts').then(file => ({ outcomes: file.outcomes }))
  return {}
}

/** The file that draws an address's first screen, by its name in the manifest: for the page to fetch at once. */
export function fileOfScreen(screen: Screen, step: Step | null): string {
  if (screen.kind === 'entry') return 'web/pages/start/start-page.tsx'
  if (step === null) return 'web/pages/status/status-pages.ts'
  return `web/steps/${steps.indexOf(step) + 1}-${step}/${step}-step.tsx`
}
