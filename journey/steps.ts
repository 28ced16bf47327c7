/** The seven views of the journey in the order of the specification, and the five steps of the stepper. */

export const views = [
  'car',
  'driver',
  'quote',
  'policyholder',
  'payment',
  'confirmation',
  'payment-failure',
] as const
export type View = (typeof views)[number]

export const steps = ['car', 'driver', 'quote', 'policyholder', 'payment'] as const
export type Step = (typeof steps)[number]

const moves = {
  next: 1,
  back: -1,
  'payment-failed': 2,
  'policyholder-shortcut': 3,
  'back-to-direct-debit': -2,
} as const
export type Move = keyof typeof moves

/** 'Go back to quote' opens step 2 (driver), where the questions that the price depends on begin; every answer is kept. */
export const goBackToQuoteTarget: View = 'driver'

export function viewAfter(view: View, move: Move): View {
  // A failed payment leaves from the payment view: 5 + 2 = 7.
  return views[views.indexOf(view) + moves[move]] ?? view
}

/**
 * The view after Next, for a customer who came from the summary on `until` to change an answer. After the quote, step
 * 4 is skipped for a payment by direct debit, because it is complete then.
 */
export function nextAfterEdit(view: View, until: View | undefined, isPaidByBank: boolean): View {
  return view === 'quote' && until === 'payment' && isPaidByBank ? 'payment' : viewAfter(view, 'next')
}

export function stepOf(view: View): Step | null {
  if (view === 'confirmation') return null
  return view === 'payment-failure' ? 'payment' : view
}

export type StepStatus = 'complete' | 'current' | 'upcoming'

export function stepperProgress(view: View): { readonly step: Step; readonly status: StepStatus }[] {
  const current = stepOf(view)
  const currentIndex = current === null ? steps.length : steps.indexOf(current)
  return steps.map((step, index) => ({
    step,
    status: index < currentIndex ? 'complete' : index === currentIndex ? 'current' : 'upcoming',
  }))
}

export const pathOfStep = (step: Step): string => `/vehicle/step${steps.indexOf(step) + 1}`

/** '/vehicle/step3' → 'quote'; null for the bare /vehicle and anything else. */
export function stepOfPath(path: string): Step | null {
  const match = /^\/vehicle\/step([1-5])$/.exec(path)
  return match ? (steps[Number(match[1]) - 1] ?? null) : null
}

/** The step to show for a path: the requested one if all steps before it are complete, else the furthest. */
export const nearestReachableStep = (wanted: Step, furthest: Step): Step =>
  steps.indexOf(wanted) <= steps.indexOf(furthest) ? wanted : furthest
