/** Which component shows which screen; each is a file of its own, fetched when it is wanted or, a step, while the one before is being filled. */
import { type ComponentType, use } from 'react'
import { type Step, steps } from '#journey/steps.ts'
import { fileOf } from './later.tsx'
import type { Outcomes } from './outcome.ts'
import type { Screen } from './wizard.tsx'

const stepFiles: Readonly<Record<Step, () => Promise<ComponentType>>> = {
  car: fileOf(() => import('./steps/1-car/car-step.tsx').then(file => file.CarStep)),
  driver: fileOf(() => import('./steps/2-driver/driver-step.tsx').then(file => file.DriverStep)),
  quote: fileOf(() => import('./steps/3-quote/quote-step.tsx').then(file => file.QuoteStep)),
  policyholder: fileOf(() =>
    import('./steps/4-policyholder/policyholder-step.tsx').then(file => file.PolicyholderStep),
  ),
  payment: fileOf(() => import('./steps/5-payment/payment-step.tsx').then(file => file.PaymentStep)),
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
    return import('./steps/entry/entry-screen.tsx').then(file => ({ entry: file.EntryScreen }))
  if (kind === 'outcome') return import('./outcomes/index.ts').then(file => ({ outcomes: file.outcomes }))
  return {}
}

/** The file that draws an address's first screen, by its name in the manifest: for the page to fetch at once. */
export function fileOfScreen(screen: Screen, step: Step | null): string {
  if (screen.kind === 'entry') return 'web/steps/entry/entry-screen.tsx'
  if (step === null) return 'web/outcomes/index.ts'
  return `web/steps/${steps.indexOf(step) + 1}-${step}/${step}-step.tsx`
}
