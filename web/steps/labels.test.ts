/** What the error summaries of steps 1, 2, 4 and 5 call their fields: by words of the page, never by our own names. */
import { expect, it } from 'vitest'
import { carProblems } from '#journey/answers/car.ts'
import { driverProblems } from '#journey/answers/driver.ts'
import { paymentProblems } from '#journey/answers/payment.ts'
import { policyholderProblems } from '#journey/answers/policyholder.ts'
import { carFields } from '#web/words/car.ts'
import { driverWords } from '#web/words/driver.ts'
import { paymentWords } from '#web/words/payment.ts'
import { policyholderWords } from '#web/words/policyholder.ts'
import { carLabel } from './1-car/car-label.ts'
import { driverLabel } from './2-driver/driver-label.ts'
import { holderLabel } from './4-policyholder/holder-label.ts'
import { paymentLabel } from './5-payment/payment-label.ts'

const today = '2026-11-20'
const unknownCar = { modelKeys: null, band: null, riskAddress: undefined, plateRefusal: null }
const several = {
  applicantType: 'Business',
  policyholderCount: '2',
  paymentMethod: 'Credit_Card',
  paymentStartDate: 'soon',
}
const badStart = { paymentMethod: 'BANK_TRANSFER', paymentStartDate: 'soon' }
const texts = (words: object): string[] => Object.values(words).filter(word => typeof word === 'string')
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const car = { label: carLabel, names: texts(carFields) }
const driver = {
  label: driverLabel,
  names: [driverWords.criminalRecord, ...texts(driverWords).map(lowerFirst)],
}
const holder = { label: holderLabel, names: texts(policyholderWords) }
const payment = { label: paymentLabel, names: texts(paymentWords) }
const known = { today, postalAddress: undefined }

it.each([
  { step: 1, problems: carProblems({}, unknownCar), ...car },
  { step: 1, problems: carProblems({ isFinanced: 'YES' }, unknownCar), ...car },
  { step: 2, problems: driverProblems({ driverCount: '2', 'driver2.incidentCount': '1' }, today), ...driver },
  { step: 4, problems: policyholderProblems({}, known), ...holder },
  { step: 4, problems: policyholderProblems(several, known), ...holder },
  { step: 5, problems: paymentProblems(badStart, { today }), ...payment },
])(
  '[SHELL-13] the summary of step $step calls every field by a word of its page',
  ({ step, problems, label, names }) => {
    const labels = problems.map(({ field }) => label(field))
    const isNamed = (shown: string) => names.some(name => shown === name || shown.endsWith(`, ${name}`))
    expect(labels.length).toBeGreaterThan(step === 5 ? 4 : 6)
    expect(labels.filter(shown => !isNamed(shown))).toEqual([])
    expect(new Set(labels).size).toBe(labels.length)
  },
)
