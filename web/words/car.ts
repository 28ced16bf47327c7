/** What step 1 says, fields in the order of the page. */
import type { CarStop } from '#journey/answers/car.ts'

const stops: Readonly<Record<CarStop, string>> = {
  INCOME_USE: 'we cannot insure a car that is used to earn an income',
  MODIFICATION: 'we cannot insure a car that has been modified',
  NOT_INSURABLE: 'we cannot insure this car; another number plate can be entered',
  NO_MODELS: 'we need a number plate and transmission for which we find your car',
}

export const carWords = {
  title: 'Tell us about your car',
  purpose: 'We find your model by its number plate. Then a few questions on how you use it.',
  important: {
    title: 'Important information',
    button: 'I understand',
    parts: [
      {
        heading: 'Insurance quote',
        text: 'Your price comes from the answers you give here. It holds for 30 days, as long as nothing about the car, its drivers or its address changes. You are covered once you have paid and we have confirmed your policy.',
      },
      {
        heading: 'Duty of disclosure',
        text: 'Before you buy, and each time you renew, tell us everything that could affect our decision to insure you or on what terms. Answer for every driver. If something is left out or wrong, a claim may be declined or your policy cancelled from its start.',
      },
      {
        heading: 'No financial advice',
        text: 'We tell you what each cover does and what it costs, but we do not give financial advice and do not look at whether a cover suits your needs. Read the policy wording and ask us if anything is unclear.',
      },
    ],
  },
  groups: { car: 'Which car it is', use: 'How it is used', where: 'Where it is kept and what it is worth' },
  plate: 'Number plate',
  platePlaceholder: 'JHU968',
  plateHint:
    'Up to 6 letters and numbers, found on the front and back of the car. We look up your car when you leave this box',
  transmission: 'Transmission',
  transmissionHint: 'We need this to find the exact model',
  finding: "We're finding your car's model...",
  stillFinding: 'Still finding your car. Keep waiting or call',
  cancelFinding: 'Change the number plate',
  model: 'Model',
  modelHint: 'Choose the one that matches your car; it is on the registration papers',
  modelWaiting: 'Enter the number plate and choose the transmission first, then your models show here',
  modelsFound: (count: number) => (count === 1 ? '1 model found' : `${count} models found`),
  notFound: (phone: string) =>
    `Could not find vehicle. Please check details and try again. If the issue persists please contact the provider on ${phone} for further assistance.`,
  lookAgain: 'Look again',
  call: (phone: string) => `Call ${phone}`,
  businessUse: 'Is the car used to earn an income?',
  businessUseHint: 'For example deliveries, rideshare, courier or hire. Driving to work is not income use',
  modification: 'Has the car been modified?',
  modificationHint: 'Changed from how the maker built it, other than for a disability',
  modificationExamples: 'What counts as a modification',
  modificationList: [
    'Engine, exhaust, turbo or computer chip changed for more power',
    'Suspension lowered or raised',
    'Wheels or tyres other than the maker’s sizes',
    'Body kits, spoilers or a changed body shape',
    'Roll cage, racing seats or racing harness',
    'Nitrous oxide or any other fuel additive system',
  ],
  isFinanced: 'Is the car financed?',
  isFinancedHint: 'We note the lender’s interest on your policy',
  financeCompany: 'Finance company',
  financeCompanyHint: 'Type the first letters to find it',
  riskAddress: 'Overnight address',
  riskAddressHint: 'Where the car is kept most nights',
  carValue: 'Car value',
  carValueHint: 'What you would expect to pay for the same car today',
  carValueBand: (minimum: string, maximum: string) =>
    `What you would expect to pay for the same car today. We expect between ${minimum} and ${maximum}`,
  sorry: 'We are unable to offer insurance for your car.',
  stops,
} as const
