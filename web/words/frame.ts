/** The sentences around every step: header, footer, stepper, buttons that all forms share, and the popups of the frame. */
import { type Step, type StepStatus, steps } from '#journey/steps.ts'

export const stepNames: Readonly<Record<Step, string>> = {
  car: 'Car',
  driver: 'Driver',
  quote: 'Quote',
  policyholder: 'Policyholder',
  payment: 'Payment',
}

export const statusWords: Readonly<Record<StepStatus, string>> = {
  complete: 'Completed',
  current: 'Current',
  upcoming: 'Not started',
}

const product = 'Car insurance'

/** 'Step 2 of 5: Driver – Car insurance – Openroad' */
export const stepTitle = (step: Step, brandName: string): string =>
  `Step ${steps.indexOf(step) + 1} of ${steps.length}: ${stepNames[step]} – ${product} – ${brandName}`

/** 'Car insurance – Openroad', or with a page's own title in front. */
export const pageTitle = (title: string | null, brandName: string): string =>
  [title, product, brandName].filter(Boolean).join(' – ')

export const pageDescription = (brandName: string): string =>
  `Get a car insurance quote from ${brandName} in about 5 minutes and buy your cover online. No email needed to see your price.`

/** Said in the HTML alone. */
export const noScriptText =
  'Getting a quote here needs JavaScript. Turn it on, or call us and we will do it together:'

export const frameWords = {
  skip: 'Skip to the main content',
  progress: 'Progress',
  yes: 'Yes',
  no: 'No',
  next: 'Next',
  back: 'Back',
  close: 'Close',
  closeDialog: 'Close this message',
  choose: 'Choose one',
  sorry: 'Sorry',
  thereIsAProblem: 'There is a problem',
  toContinue: 'To continue:',
  loading: 'One moment…',
  help: 'Need a hand?',
  call: 'Call',
  email: 'Email',
  hours: 'Hours',
  quoteNumber: 'Saved quote',
  privacy: 'Privacy',
  terms: 'Terms of use',
  clearAnswers: 'Clear my answers',
  sandbox: 'This site runs with stand-in partners: nothing you buy here is real cover, and no money moves.',
  cookies: 'Cookies',
  cookieIntro:
    'We use a handful of cookies, all of them needed to quote and buy. None of them follows you around.',
  cookieList: [
    {
      name: 'sid',
      purpose: 'Ties your visit to your own quote',
      life: 'until you are done, 8 hours at most',
    },
    { name: 'jwt-token', purpose: 'Opens your quote and nobody else’s', life: '30 minutes' },
    { name: 'quote-id', purpose: 'Remembers your quote number', life: '10 minutes' },
    { name: 'AUTHENTICATED_V2', purpose: 'Remembers that you passed the security check', life: '30 minutes' },
  ],
} as const
