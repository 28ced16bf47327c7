/** Texts and error messages of step 1 (car), with its information dialog. */
import { quoteValidDays } from '#journey/cover.ts'
import type { CarBlocker, CarErrorCode } from '#journey/questions/car.ts'
import type { CarForm } from '#journey/questions/form-answers.ts'
import type { IndicatorsAbout } from '#journey/questions/yes-no-questions.ts'
import { underwriter } from '#journey/underwriter.ts'
import { addressSearchText } from './address.ts'
import { carValueMessages, type Messages } from './messages.ts'

/** What each field is called, on the page and in the error summary. */
export const carFieldLabels = {
  plate: 'Number plate',
  transmission: 'Transmission',
  vehicleKey: 'Model',
  businessUse: 'Is the car used to earn an income?',
  modification: 'Has the car been modified?',
  isFinanced: 'Is the car financed?',
  financeCompany: 'Finance company',
  riskAddress: 'Overnight address',
  carValue: 'Car value',
} as const satisfies Record<keyof CarForm, string>

export const carText = {
  title: 'Tell us about your car',
  purpose: 'We find your model by its number plate. Then a few questions on how you use it.',
  groups: { car: 'Which car it is', use: 'How it is used', where: 'Where it is kept and what it is worth' },
  platePlaceholder: 'JHU968',
  plateHint:
    'Up to 6 letters and numbers, found on the front and back of the car. We look up your car when you leave this box',
  transmissionHint: 'We need this to find the exact model',
  finding: "We're finding your car's model...",
  modelHint: 'Choose the one that matches your car; it is on the registration papers',
  modelWaiting: 'Enter the number plate and choose the transmission first, then your models show here',
  modelsFound: (count: number) => (count === 1 ? '1 model found' : `${count} models found`),
  modificationExamples: 'What counts as a modification',
  modificationList: [
    'Engine, exhaust, turbo or computer chip changed for more power',
    'Suspension lowered or raised',
    'Wheels or tyres other than the maker’s sizes',
    'Body kits, spoilers or a changed body shape',
    'Roll cage, racing seats or racing harness',
    'Nitrous oxide or any other fuel additive system',
  ],
  isFinancedHint: 'We note the lender’s interest on your policy',
  financeCompanyHint: 'Type the first letters to find it',
  riskAddressHint: 'Where the car is kept most nights',
  carValueHint: 'What you would expect to pay for the same car today',
  carValueBand: (minimum: string, maximum: string) =>
    `What you would expect to pay for the same car today. We expect between ${minimum} and ${maximum}`,
  sorry: 'We are unable to offer insurance for your car.',
  stops: {
    businessUse: 'we cannot insure a car that is used to earn an income',
    modification: 'we cannot insure a car that has been modified',
    NOT_INSURABLE: 'we cannot insure this car; another number plate can be entered',
    NO_MODELS: 'change the number plate or the transmission so that we can find your car',
  } satisfies Record<CarBlocker, string>,
} as const

/** The hint of each yes/no question about the car; its label is in `carFieldLabels`. */
export const carQuestionHints: IndicatorsAbout<'car'> = {
  businessUse: 'For example deliveries, rideshare, courier or hire. Driving to work is not income use',
  modification: 'Changed from how the maker built it, other than for a disability',
}

export const returningCustomerText = {
  found: 'Your quote',
  foundHelp: 'Your answers are filled in below. Check or change them, or go straight to your price.',
  continue: 'Continue to your quote',
  confirmFirst: 'confirm it’s you at the top of this page',
} as const

export const slowLookupText = {
  still: 'Still finding your car. Keep waiting or call',
  noCookies:
    'Your car cannot be found without cookies. Please allow them for this site and load the page again, or call',
  changePlate: 'Change the number plate',
} as const

export const noModelsFoundText = {
  notFound: (phone: string) =>
    `Could not find vehicle. Please check details and try again. If the issue persists please contact the provider on ${phone} for further assistance.`,
  lookAgain: 'Look again',
  call: (phone: string) => `Call ${phone}`,
} as const

export const importantInformationText = {
  title: 'Important information',
  button: 'I understand',
  parts: [
    {
      heading: 'Insurance quote',
      text: `Your price comes from the answers you give here. To work it out we send them to ${underwriter.name}, who would insure you. The price holds for ${quoteValidDays} days, as long as you change nothing: the car, its drivers, its address, your cover or its start. You are covered from your start date, once we have confirmed your policy.`,
    },
    {
      heading: 'Duty of disclosure',
      text: 'Before you buy, tell us everything that could affect the insurer’s decision to insure you or on what terms, except what a question lets you leave out. Answer for every driver. If something is left out or wrong, a claim may be declined or your policy cancelled from its start.',
    },
    {
      heading: 'No financial advice',
      text: 'We tell you what each cover does and what it costs, but we do not give financial advice and do not look at whether a cover suits your needs. Read the policy wording and ask us if anything is unclear.',
    },
  ],
} as const

export const carMessages: Messages<CarErrorCode> = {
  PLATE_INVALID: 'Please enter a valid plate number',
  PLATES_TOO_MANY: 'You have asked about several cars. Please try again in an hour.',
  TRANSMISSION_REQUIRED: 'Please select transmission',
  MODEL_REQUIRED: 'Please select model',
  YES_NO_REQUIRED: "Please select 'Yes' or 'No'",
  FINANCE_COMPANY_REQUIRED: 'Please select finance company',
  ...carValueMessages,
  CAR_VALUE_OUT_OF_BAND: ({ min, max }) => `We would expect your car's value to be between ${min} and ${max}`,
  ADDRESS_REQUIRED: addressSearchText.required,
  ADDRESS_NOT_FOUND: addressSearchText.unknown,
}
