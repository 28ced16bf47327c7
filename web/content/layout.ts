/** Texts of the frame of every page: titles, the stepper, shared buttons and the status banner. */
import type { LegalPath } from '#journey/page-paths.ts'
import { type Step, type StepStatus, steps } from '#journey/steps.ts'

export const stepNames: Readonly<Record<Step, string>> = {
  car: 'Car',
  driver: 'Driver',
  quote: 'Quote',
  policyholder: 'Policyholder',
  payment: 'Payment',
}

export const stepStatusText: Readonly<Record<StepStatus, string>> = {
  complete: 'Completed',
  current: 'Current',
  upcoming: 'Not started',
}

/** 'Step 2 of 5: Driver' */
export const stepHeading = (step: Step): string =>
  `Step ${steps.indexOf(step) + 1} of ${steps.length}: ${stepNames[step]}`

/** 'Step 2 of 5: Driver – Car insurance – Openroad' */
export const stepTitle = (step: Step, brandName: string): string => pageTitle(stepHeading(step), brandName)

/** 'Car insurance – Openroad', or with a page's own title in front. */
export const pageTitle = (title: string | null, brandName: string): string =>
  [title, 'Car insurance', brandName].filter(Boolean).join(' – ')

export const pageDescription = (brandName: string): string =>
  `Get a car insurance quote from ${brandName} in about 5 minutes and buy your cover online. No email needed to see your price.`

/** 'Title: Please select title', 'Is the car financed? Please select …' */
export const errorSummaryMessage = (label: string, message: string): string =>
  `${label}${label.endsWith('?') ? '' : ':'} ${message}`

/** Title and description of a legal document's page. */
export const legalPageText = {
  '/privacy': {
    title: 'Privacy',
    description: brandName =>
      `What ${brandName} does with information about people who get a quote or buy car insurance: what is collected, who gets it, how long it is kept, and your rights.`,
  },
  '/terms': {
    title: 'Terms of use',
    description: brandName => `The terms that apply when you use the car insurance site of ${brandName}.`,
  },
} satisfies Record<LegalPath, { title: string; description(brandName: string): string }>

export const layoutText = {
  offered: 'We filled in what came with your link. Please check it, and change what is not right.',
  progress: 'Progress',
  yes: 'Yes',
  no: 'No',
  next: 'Next',
  back: 'Back',
  close: 'Close',
  dismiss: 'Dismiss',
  undo: 'Undo',
  undone: 'Brought back',
  choose: 'Choose one',
  sorry: 'Sorry',
  thereIsAProblem: 'There is a problem',
  toContinue: 'To continue:',
  stopped: 'You cannot continue:',
  stoppedHelp: 'Change an answer that is not right, or call',
  loading: 'One moment…',
  quoteNumber: 'Saved quote',
} as const

/** The notices about the connection at the bottom of the viewport. */
export const statusBannerText = {
  offline: 'You are offline. Your answers are kept here; carry on when the connection is back.',
  busy: 'We are very busy just now. Trying again…',
  'still-busy': 'We are still very busy. Your answers are safe here: please try again in a minute.',
  'captcha-failed': 'The security check was not ready yet. Please press the button again.',
} as const

/** While a call that our server did not answer is sent once more. */
export const retryingText = 'We could not get through just now. Trying once more…'
