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
import { indicatorNames } from '#journey/questions/yes-no-questions.ts'
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
const indicators = fc.record({
  ...(Object.fromEntries(indicatorNames.map(name => [name, fc.boolean()])) as Record<
    (typeof indicatorNames)[number],
    fc.Arbitrary<boolean>
  >),
})
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

it('[DRIVER-05] [EDGE-08] [SHELL-14] encoding and decoding keeps a driver', () => {
  fc.assert(
    fc.property(driver, value => {
      expect(decodeDriver(driverSchema.parse(sent(encodeDriver(value))))).toEqual(value)
    }),
  )
})

it('[EDGE-05] [SHELL-14] encoding and decoding keeps an address', () => {
  fc.assert(
    fc.property(address, fc.constantFrom('RISK' as const, 'POSTAL' as const), (value, type) => {
      expect(decodeAddress(encodeAddress(value, type))).toEqual(value)
    }),
  )
})

it('[EDGE-08] [EDGE-09] encoding and decoding keeps the rated answers', () => {
  const answers = fc.record({
    vehicleKey: fc.constantFrom('toyota-corolla-2013-gx-2014-a'),
    riskAddress: address,
    drivers: fc.array(driver, { minLength: 1, maxLength: 5 }),
    indicators,
    choice,
    sumInsured: fc.integer({ min: 0, max: 150_000 }),
  })
  fc.assert(
    fc.property(answers, value => {
      const body = endpoints.quoteAmend.body.parse(sent({ id, ...encodeRatingAnswers(value) }))
      expect(decodeRatingAnswers(body)).toEqual(value)
    }),
  )
})

it('[EDGE-08] [SHELL-14] encoding and decoding keeps a car', () => {
  const car = fc.record({
    transmission: fc.constantFrom(...transmissions),
    vehicleKey: fc.constantFrom('toyota-corolla-2013-gx-2014-a'),
    model: fc.constantFrom('Toyota Corolla 2014 GX'),
    valueDollars: fc.integer({ min: 0, max: 150_000 }),
    financeCompany: fc.constantFrom('', 'TSB'),
  })
  fc.assert(
    fc.property(car, address, (value, home) => {
      const body = { id, vehicleDetails: encodeCar(value), addressDetails: encodeAddress(home, 'RISK') }
      expect(decodeCar(carBody.parse(sent(body)).vehicleDetails)).toEqual(value)
    }),
  )
})

const policyholder = fc.record({
  title: fc.constantFrom(...titles),
  firstName: name,
  lastName: name,
  dateOfBirth: day,
  email: fc.constantFrom('aroha@example.co.nz', 'tama@example.co.nz'),
  mobile: fc.constantFrom('0211234567', '02712345678'),
})
const businessName = fc.constantFrom('', 'Kererū Trust')

it('[HOLDER-01] [EDGE-08] [SHELL-14] encoding and decoding keeps policyholders', () => {
  const answers = fc.record({
    policyholders: fc.array(policyholder, { minLength: 1, maxLength: 5 }),
    businessName,
    postalAddress: address,
    paymentMethod: fc.constantFrom(null, ...paymentMethods),
    paymentStart: fc.option(day),
  })
  fc.assert(
    fc.property(answers, value => {
      const body = policyholdersBody.parse(sent({ id, ...encodePolicyholders(value) }))
      expect(decodePolicyholdersBody(body)).toEqual(value)
    }),
  )
})

it('[EDGE-13] [HOLDER-02] encoding and decoding keeps the parties of a bind', () => {
  fc.assert(
    fc.property(
      policyholder,
      fc.array(policyholder, { maxLength: 4 }),
      businessName,
      (first, others, business) => {
        const { bindPolicyParties } = bindAttributes.shape
        const parties = bindPolicyParties.parse(sent(encodeParties([first, ...others], business)))
        expect(decodeParties(parties)).toEqual({ policyholders: [first, ...others], businessName: business })
      },
    ),
  )
})

it('[EDGE-13] [PAY-02] [PAY-03] encoding and decoding keeps a direct debit', () => {
  const debit = fc.record({
    account: fc.record({
      accountName: fc.constantFrom('A Ngātai'),
      accountNumber: fc.constantFrom('12-3053-0123456-00', '12-3053-0123456-000'),
      authoriserName: name,
    }),
    debitDay: fc.integer({ min: 1, max: 31 }),
    paymentStart: fc.option(day, { nil: undefined }),
    termsVersion: fc.option(fc.constant('2026-11'), { nil: undefined }),
  })
  fc.assert(
    fc.property(debit, value => {
      const { paymentContextDetails } = bindAttributes.shape
      expect(decodeDirectDebit(paymentContextDetails.parse(sent(encodeDirectDebit(value))))).toEqual(value)
    }),
  )
})
