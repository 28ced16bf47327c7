/** Property tests of the wire codecs: what one side encodes passes the contract's schema and decodes to the same value. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { bindAttributes } from '#contract/schemas/policy-calls.ts'
import { driver as driverSchema } from '#contract/schemas/quote.ts'
import { carBody, policyholdersBody } from '#contract/schemas/quote-calls.ts'
import { type Address, emptyAddressParts } from '#journey/address.ts'
import { coverTypes, frequencies, voluntaryExcessChoices, withOfferedOptions } from '#journey/cover.ts'
import { addDays } from '#journey/dates.ts'
import { incidentCounts, incidentTypes } from '#journey/incidents.ts'
import { paymentMethods } from '#journey/payment-methods.ts'
import { type Driver, driverPositions, titles } from '#journey/people.ts'
import { transmissions } from '#journey/plate-and-car-value.ts'
import { mapIndicators } from '#journey/questions/yes-no-questions.ts'
import { decodeDirectDebit, encodeDirectDebit } from './direct-debit.ts'
import { decodeParties, decodePolicyholdersBody, encodeParties, encodePolicyholders } from './policyholder.ts'
import {
  decodeAddress,
  decodeCar,
  decodeDriver,
  decodeRatingAnswers,
  encodeAddress,
  encodeCar,
  encodeDriver,
  encodeRatingAnswers,
} from './rating-answers.ts'

const id = '8a0d2a1e-29a4-4c3f-9a0e-0c6b7e1f2a3b'
const sent = <T>(value: T): unknown => JSON.parse(JSON.stringify(value))

const day = fc.integer({ min: 0, max: 9000 }).map(days => addDays('2000-01-01', days))
const name = fc.constantFrom('Aroha', 'Māia', 'O’Brien', 'Te Ao', 'Anne-Marie', '𠮷美')
const address: fc.Arbitrary<Address> = fc.record({
  addressId: fc.constantFrom('', 'A-1'),
  postcode: fc.constantFrom('0610', '6011'),
  suburb: fc.constantFrom('', 'Te Aro'),
  city: fc.constantFrom('', 'Wellington'),
  signature: fc.constantFrom('', 'signed'),
  addressInBrokenDownForm: fc
    .record({ streetName: fc.constantFrom('', 'Cuba') })
    .map(part => ({ ...emptyAddressParts, ...part })),
  addressInFreeForm: fc.record({
    addressLine1: fc.constantFrom('8 Cuba Street', '3/210 Dominion Road'),
    addressLine2: fc.constantFrom('', 'Rural Delivery 1'),
  }),
})
const incident = fc.record({
  claimCode: fc.constantFrom(...incidentTypes),
  month: fc.integer({ min: 1, max: 12 }),
  year: fc.integer({ min: 1990, max: 2100 }),
})
const driver: fc.Arbitrary<Driver> = fc.record({
  type: fc.constantFrom(...driverPositions),
  firstName: name,
  lastName: name,
  dateOfBirth: day,
  incidentCount: fc.constantFrom(...incidentCounts),
  incidents: fc.array(incident, { maxLength: 4 }),
})
const indicators = fc.record(mapIndicators(() => fc.boolean()))
const choice = fc
  .record({
    cover: fc.constantFrom(...coverTypes),
    voluntaryExcess: fc.constantFrom(...voluntaryExcessChoices),
    excessFreeWindow: fc.boolean(),
    hireCar: fc.boolean(),
    roadsideAssistance: fc.boolean(),
    frequency: fc.constantFrom(...frequencies),
    startDate: day,
  })
  .map(withOfferedOptions)

const car = fc.record({
  transmission: fc.constantFrom(...transmissions),
  vehicleKey: fc.constantFrom('toyota-corolla-2013-gx-2014-a'),
  model: fc.constantFrom('Toyota Corolla 2014 GX'),
  valueDollars: fc.integer({ min: 0, max: 150_000 }),
  financeCompany: fc.constantFrom('', 'TSB'),
})
const ratingAnswers = fc.record({
  vehicleKey: fc.constantFrom('toyota-corolla-2013-gx-2014-a'),
  riskAddress: address,
  drivers: fc.array(driver, { minLength: 1, maxLength: 5 }),
  indicators,
  choice,
  sumInsured: fc.integer({ min: 0, max: 150_000 }),
})
const policyholder = fc.record({
  title: fc.constantFrom(...titles),
  firstName: name,
  lastName: name,
  dateOfBirth: day,
  email: fc.constantFrom('aroha@example.co.nz', 'tama@example.co.nz'),
  mobile: fc.constantFrom('0211234567', '02712345678'),
})
const policyholders = fc.record({
  policyholders: fc.array(policyholder, { minLength: 1, maxLength: 5 }),
  businessName: fc.constantFrom('', 'Kererū Trust'),
  postalAddress: address,
  paymentMethod: fc.constantFrom(null, ...paymentMethods),
  paymentStart: fc.option(day),
})
const directDebit = fc.record({
  account: fc.record({
    accountName: fc.constantFrom('A Ngātai'),
    accountNumber: fc.constantFrom('12-3053-0123456-00', '12-3053-0123456-000'),
    authoriserName: name,
  }),
  debitDay: fc.integer({ min: 1, max: 31 }),
  paymentStart: fc.option(day, { nil: undefined }),
  termsVersion: fc.option(fc.constant('2026-11'), { nil: undefined }),
})

/** Checks that values are the same after they were encoded, sent, parsed and decoded. */
function keeps<T>(values: fc.Arbitrary<T>, roundTrip: (value: T) => unknown) {
  fc.assert(
    fc.property(values, value => {
      expect(roundTrip(value)).toEqual(value)
    }),
  )
}

it('[DRIVER-05] [EDGE-08] [SHELL-14] encoding and decoding keeps a driver', () => {
  keeps(driver, value => decodeDriver(driverSchema.parse(sent(encodeDriver(value)))))
})

it('[EDGE-05] [SHELL-14] encoding and decoding keeps an address', () => {
  keeps(address, value => decodeAddress(encodeAddress(value, 'POSTAL')))
})

it('[EDGE-08] [EDGE-09] encoding and decoding keeps the rated answers', () => {
  const { body } = endpoints.quoteAmend
  keeps(ratingAnswers, value => decodeRatingAnswers(body.parse(sent({ id, ...encodeRatingAnswers(value) }))))
})

it('[EDGE-08] [SHELL-14] encoding and decoding keeps a car', () => {
  const { vehicleDetails } = carBody.shape
  keeps(car, value => decodeCar(vehicleDetails.parse(sent(encodeCar(value)))))
})

it('[HOLDER-01] [EDGE-08] [SHELL-14] encoding and decoding keeps policyholders', () => {
  keeps(policyholders, value =>
    decodePolicyholdersBody(policyholdersBody.parse(sent({ id, ...encodePolicyholders(value) }))),
  )
})

const { bindPolicyParties, paymentContextDetails } = bindAttributes.shape

it('[EDGE-13] [HOLDER-02] encoding and decoding keeps the parties of a bind', () => {
  keeps(policyholders, ({ policyholders: [first, ...others], businessName, ...rest }) => {
    if (!first) throw new Error('no policyholder')
    const parties = sent(encodeParties([first, ...others], businessName))
    return { ...decodeParties(bindPolicyParties.parse(parties)), ...rest }
  })
})

it('[EDGE-13] [PAY-02] [PAY-03] encoding and decoding keeps a direct debit', () => {
  keeps(directDebit, value => decodeDirectDebit(paymentContextDetails.parse(sent(encodeDirectDebit(value)))))
})
