/** What the error summaries call their fields: by words of the page or the popup, never by our own names. */
import { expect, it } from 'vitest'
import { carProblems } from '#journey/questions/car.ts'
import { driverProblems } from '#journey/questions/driver.ts'
import { ownerProblems, retrieveProblems } from '#journey/questions/identity.ts'
import { paymentProblems } from '#journey/questions/payment.ts'
import { policyholderProblems } from '#journey/questions/policyholder.ts'
import { quoteProblems } from '#journey/questions/quote.ts'
import { addressWords } from '#web/content/address.ts'
import { carFields } from '#web/content/car.ts'
import { driverWords } from '#web/content/driver.ts'
import { ownerWords } from '#web/content/identity.ts'
import { paymentWords } from '#web/content/payment.ts'
import { policyholderWords } from '#web/content/policyholder.ts'
import { quoteWords } from '#web/content/quote.ts'
import { entryWords } from '#web/content/start.ts'
import { manualAddressProblems, manualLabel } from '#web/features/address-search/manual-address-dialog.tsx'
import { personLabel } from './car/confirm-identity.tsx'
import { carLabel } from './car/field-labels.ts'
import { driverLabel } from './driver/field-labels.ts'
import { paymentLabel } from './payment/field-labels.ts'
import { holderLabel } from './policyholder/field-labels.ts'
import { quoteLabel } from './quote/field-labels.ts'
import { retrieveLabel } from './start/retrieve-form.tsx'

const today = '2026-11-20'
const unknownCar = { modelKeys: null, band: null, riskAddress: undefined, plateRefusal: null }
const several = {
  applicantType: 'Business',
  policyholderCount: '2',
  paymentMethod: 'Credit_Card',
  paymentStartDate: 'soon',
}
const badQuote = { quoteCarValue: '', startDate: 'soon', quoteAddress: 'Nowhere' }
const postBoxes = Object.fromEntries(
  ['addressLine1', 'addressLine2', 'suburb', 'city', 'postcode'].map(part => [`manual.${part}`, 'PO Box 1']),
)
const badStart = { paymentMethod: 'BANK_TRANSFER', paymentStartDate: 'soon' }
const texts = (words: object): string[] => Object.values(words).filter(word => typeof word === 'string')
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const car = { label: carLabel, names: texts(carFields) }
const driver = {
  label: driverLabel,
  names: [driverWords.criminalRecord, ...texts(driverWords).map(lowerFirst)],
}
const quote = { label: quoteLabel, names: texts(quoteWords) }
const holder = { label: holderLabel, names: texts(policyholderWords) }
const manual = { label: manualLabel, names: texts(addressWords) }
const person = { label: personLabel, names: texts(ownerWords) }
const retrieve = { label: retrieveLabel, names: [...texts(entryWords), ...texts(ownerWords)] }
const payment = { label: paymentLabel, names: texts(paymentWords) }
const known = { today, postalAddress: undefined }

it.each([
  { of: 'step 1', fields: 7, problems: carProblems({}, unknownCar), ...car },
  { of: 'step 1', fields: 7, problems: carProblems({ isFinanced: 'YES' }, unknownCar), ...car },
  {
    of: 'step 2',
    fields: 7,
    problems: driverProblems({ driverCount: '2', 'driver2.incidentCount': '1' }, today),
    ...driver,
  },
  {
    of: 'step 3',
    fields: 3,
    problems: quoteProblems(badQuote, { today, band: null, isAddressMissed: false }),
    ...quote,
  },
  { of: 'step 4', fields: 7, problems: policyholderProblems({}, known), ...holder },
  { of: 'step 4', fields: 7, problems: policyholderProblems(several, known), ...holder },
  { of: 'step 5', fields: 5, problems: paymentProblems(badStart, { today }), ...payment },
  { of: 'Welcome Back', fields: 3, problems: retrieveProblems({}, today, false), ...retrieve },
  { of: 'Confirm it’s you', fields: 2, problems: ownerProblems({}, today), ...person },
  { of: 'the popup for an address', fields: 5, problems: manualAddressProblems(postBoxes), ...manual },
])(
  '[SHELL-13] the summary of $of calls every field by a word of its page',
  ({ fields, problems, label, names }) => {
    const labels = problems.map(({ field }) => label(field))
    const isNamed = (shown: string) => names.some(name => shown === name || shown.endsWith(`, ${name}`))
    expect(labels.length).toBeGreaterThanOrEqual(fields)
    expect(labels.filter(shown => !isNamed(shown))).toEqual([])
    expect(new Set(labels).size).toBe(labels.length)
  },
)
