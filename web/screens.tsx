/** Which component shows which view; each step is a file of its own, fetched while the visitor fills the one before. */
import { type ComponentType, lazy } from 'react'
import { type Step, steps } from '#journey/steps.ts'

const files: Readonly<Record<Step, () => Promise<ComponentType>>> = {
  car: () => import('./steps/1-car/car-step.tsx').then(file => file.CarStep),
  driver: () => import('./steps/2-driver/driver-step.tsx').then(file => file.DriverStep),
  quote: () => import('./steps/3-quote/quote-step.tsx').then(file => file.QuoteStep),
  policyholder: () =>
    import('./steps/4-policyholder/policyholder-step.tsx').then(file => file.PolicyholderStep),
  payment: () => import('./steps/5-payment/payment-step.tsx').then(file => file.PaymentStep),
}

const lazyStep = (step: Step) => lazy(async () => ({ default: await files[step]() }))

export const stepScreens: Readonly<Record<Step, ComponentType>> = {
  car: lazyStep('car'),
  driver: lazyStep('driver'),
  quote: lazyStep('quote'),
  policyholder: lazyStep('policyholder'),
  payment: lazyStep('payment'),
}

/** Fetches a step's file ahead of need; a failure shows when the step is really wanted. */
export const prefetchStep = (step: Step): void => {
  files[step]().catch(() => {})
}

export const stepAfter = (step: Step | null): Step | undefined =>
  step === null ? 'car' : steps[steps.indexOf(step) + 1]

export interface Outcome {
  readonly title: string
  readonly component: ComponentType
}

/** The pages outside the wizard, by their paths. */
export type Outcomes = Readonly<Record<string, Outcome>>

export const loadOutcomes = (): Promise<Outcomes> => import('./outcomes/index.ts').then(file => file.outcomes)
