/** Tests of the error summaries' labels: each field has words of its page, never an internal name. */

import { expect, it } from 'vitest'
import { carErrors } from '#journey/questions/car.ts'
import { driverErrors } from '#journey/questions/driver.ts'
import { identityErrors, retrieveErrors } from '#journey/questions/identity.ts'
import { paymentErrors } from '#journey/questions/payment.ts'
import { policyholderErrors } from '#journey/questions/policyholder.ts'
import { quoteErrors } from '#journey/questions/quote.ts'
import { addressSearchText } from '#web/content/address.ts'
import { carFieldLabels } from '#web/content/car.ts'
import { driverText } from '#web/content/driver.ts'
import { identityText } from '#web/content/identity.ts'
import { paymentText } from '#web/content/payment.ts'
import { policyholderText } from '#web/content/policyholder.ts'
import { quoteText } from '#web/content/quote.ts'
import { startText } from '#web/content/start.ts'
import {
  manualAddressErrors,
  manualAddressLabel,
} from '#web/features/address-search/manual-address-dialog.tsx'
import { identityLabel } from './car/confirm-identity.tsx'
import { carLabel } from './car/field-labels.ts'
import { driverLabel } from './driver/field-labels.ts'
import { paymentLabel } from './payment/field-labels.ts'
import { policyholderLabel } from './policyholder/field-labels.ts'
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

const car = { label: carLabel, names: texts(carFieldLabels) }
const driver = {
  label: driverLabel,
  names: [driverText.criminalRecord, ...texts(driverText).map(lowerFirst)],
}
const quote = { label: quoteLabel, names: texts(quoteText) }
const holder = { label: policyholderLabel, names: texts(policyholderText) }
const manual = { label: manualAddressLabel, names: texts(addressSearchText) }
const person = { label: identityLabel, names: texts(identityText) }
const retrieve = { label: retrieveLabel, names: [...texts(startText), ...texts(identityText)] }
const payment = { label: paymentLabel, names: texts(paymentText) }
const known = { today, postalAddress: undefined }

it.each([
  { of: 'step 1', fields: 7, problems: carErrors({}, unknownCar), ...car },
  { of: 'step 1', fields: 7, problems: carErrors({ isFinanced: 'YES' }, unknownCar), ...car },
  {
    of: 'step 2',
    fields: 7,
    problems: driverErrors({ driverCount: '2', 'driver2.incidentCount': '1' }, today),
    ...driver,
  },
  {
    of: 'step 3',
    fields: 3,
    problems: quoteErrors(badQuote, { today, band: null, isAddressMissed: false }),
    ...quote,
  },
  { of: 'step 4', fields: 7, problems: policyholderErrors({}, known), ...holder },
  { of: 'step 4', fields: 7, problems: policyholderErrors(several, known), ...holder },
  { of: 'step 5', fields: 5, problems: paymentErrors(badStart, { today }), ...payment },
  { of: 'Welcome Back', fields: 3, problems: retrieveErrors({}, today, false), ...retrieve },
  { of: 'Confirm it’s you', fields: 2, problems: identityErrors({}, today), ...person },
  { of: 'the popup for an address', fields: 5, problems: manualAddressErrors(postBoxes), ...manual },
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
