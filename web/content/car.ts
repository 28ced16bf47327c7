/** Texts of step 1, with the fields in page order. */
import type { CarStop } from '#journey/questions/car.ts'

const stops: Readonly<Record<CarStop, string>> = {
  INCOME_USE: 'we cannot insure a car that is used to earn an income',
  MODIFICATION: 'we cannot insure a car that has been modified',
  NOT_INSURABLE: 'we cannot insure this car; another number plate can be entered',
  NO_MODELS: 'change the number plate or the transmission so that we can find your car',
}

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
} as const

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
  sorry: 'We are unable to offer insurance for your car.',
  stops,
} as const
