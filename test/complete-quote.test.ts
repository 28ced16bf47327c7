/** Tests that every answer reaches the returning customer, the partner insurer and the summary. */
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { decodeDriver, decodeRatingAnswers } from '#contract/wire/rating-answers.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { CoverChoice } from '#journey/cover.ts'
import { nzToday } from '#journey/dates.ts'
import { driverPositions, maximumDrivers, maximumPolicyholders } from '#journey/people.ts'
import {
  decodeBindRequest,
  decodeQuoteRequest,
  encodeBindRequest,
  encodeQuoteRequest,
  quoteRequest,
  bindRequest as wireBindRequest,
} from '#partners/insurer/wire.ts'
import { loadKeys } from '#server/lib/crypto.ts'
import { bindRequestFromBody } from '#server/purchase/bind-mapper.ts'
import { toProspectResponse } from '#server/quotes/response-mapper.ts'
import { draftFromQuote } from '#web/features/quote-access/draft-from-quote.ts'
import { bindRequestBody } from '#web/features/quote-requests/bind-request-body.ts'
import {
  carRequestBody,
  ratingRequestBody,
} from '#web/features/quote-requests/car-and-rating-request-bodies.ts'
import { policyholdersRequestBody } from '#web/features/quote-requests/policyholder-step-request-bodies.ts'
import { policyholderRows, quoteRows } from '#web/features/summary/answers-summary.tsx'
import {
  completeCar,
  completeChoice,
  completeDrivers,
  completedAt,
  completeIndicators,
  completePolicyholders,
  completePrice,
  completeQuote,
  completeRisk,
} from './complete-quote.ts'
import { sampleBrand } from './sample-records.ts'
import { policyholder } from './samples/customer.ts'

const today = nzToday(completedAt)

/** The draft of a returning customer, after JSON encoding and decoding. */
function resumed(quote: Quote) {
  const prospect = endpoints.prospectCar.reply.parse(
    JSON.parse(JSON.stringify(toProspectResponse(quote, true))),
  )
  const back = draftFromQuote(prospect)
  if (back.kind === 'over') throw new Error(`left for ${back.path}`)
  return back
}

const bank = {
  accountAuthorizer: 'Aroha Ngātai',
  accountName: 'A Ngātai',
  accountNumber: '12-3053-0123456-00',
  authorised: 'YES',
}
const key = Buffer.alloc(32, 1).toString('base64')
const services = { keys: loadKeys({ dataDir: '', keys: { jwt: key, pii: `1:${key}` } }) }
const visitor = { brand: sampleBrand('turners'), ip: '192.0.2.1', userAgent: 'a browser' }

/** The bind request of a returning customer who pays by bank, after JSON encoding and decoding. */
function bound(quote: Quote) {
  const { answers, draftState } = resumed(quote)
  const sent = JSON.stringify(
    bindRequestBody({ ...answers, payment: { ...answers.payment, bank } }, draftState, today),
  )
  const body = endpoints.quoteBind.body.parse(JSON.parse(sent))
  const insurer_quote = quote.insurer_quote ?? completePrice
  return bindRequestFromBody(body, { ...quote, insurer_quote }, visitor, services, completedAt)
}

it('[EDGE-02] [EDGE-16] a client without access to people gets only the car, the cover and the status', () => {
  const told = toProspectResponse({ ...completeQuote, people_saved_at: completedAt }, false)
  expect(Object.keys(told).sort()).toEqual([
    'addressDetails',
    'cover',
    'drivers',
    'isPartnerQuote',
    'needsIdentityCheck',
    'policyHolderDetails',
    'quoteId',
    'quoteNumber',
    'status',
    'vehicle',
    'vehicleDetails',
  ])
  expect([told.addressDetails, told.drivers, told.policyHolderDetails]).toEqual([[], [], []])
})

it.each([
  ['a price', completeQuote],
  ['no price just now', { ...completeQuote, insurer_quote: null }],
])('[SHELL-14] [ENTRY-07] [EDGE-08] every answer is restored and sent again unchanged: %s', (_, quote) => {
  const { answers, draftState } = resumed(quote)
  const rated = endpoints.quoteAmend.body.parse(ratingRequestBody(answers, draftState, { today }))
  expect(decodeRatingAnswers(rated)).toMatchObject({
    drivers: completeDrivers,
    indicators: completeIndicators,
    choice: completeChoice,
    sumInsured: completeCar.valueDollars,
  })
  expect(rated.attributes.coverages[0]?.risk.addressDetails).toMatchObject(completeRisk.riskAddress)

  const car = carRequestBody(answers.car, draftState)
  expect(endpoints.quoteCreate.body.parse(car)).toHaveProperty('vehicleDetails')
  expect(Object.values(car?.vehicleDetails ?? {})).toEqual(expect.arrayContaining(Object.values(completeCar)))

  const { policyholders, businessName, postalAddress, paymentMethod, paymentStart, ...rest } =
    completePolicyholders
  expect(rest, 'kept of step 4, and not looked at here').toEqual({})
  const sent = policyholdersRequestBody(answers, draftState, today)
  expect(endpoints.quoteCreate.body.parse(sent)).toHaveProperty('policyHolderDetails')
  expect(sent).toMatchObject({
    policyHolderDetails: policyholders.map(person => ({ ...person, businessName })),
    addressDetails: postalAddress,
    paymentMethod,
    paymentStartDate: paymentStart,
  })
})

it('[EDGE-08] [EDGE-13] sends a partner insurer every answer that affects the price', () => {
  const told = quoteRequest.parse(JSON.parse(JSON.stringify(encodeQuoteRequest(completeRisk, null))))
  // Partners do not get our signature.
  const riskAddress = { ...completeRisk.riskAddress, signature: '' }
  expect(decodeQuoteRequest(told)).toEqual({ ...completeRisk, riskAddress })
})

it('[EDGE-13] [PAY-02] [HOLDER-01] a bind by bank sends every answer of step 4 to a partner insurer', () => {
  const { policy, firstDebit } = bound(completeQuote)
  const {
    policyholders,
    businessName,
    postalAddress,
    paymentMethod: _,
    paymentStart,
    ...rest
  } = completePolicyholders
  expect(rest, 'kept of step 4, and not looked at here').toEqual({})
  // Without this test's signature the address counts as typed.
  const address = { ...postalAddress, addressId: '', signature: '' }
  expect(policy).toMatchObject({ policyholders, businessName, postalAddress: address })
  expect(firstDebit).toBe(paymentStart)

  const told = wireBindRequest.parse(JSON.parse(JSON.stringify(encodeBindRequest(policy))))
  const { insured: __, ...known } = policy
  expect(decodeBindRequest(told, policy.idempotencyKey)).toEqual(known)
})

it('[DRIVER-02] [HOLDER-02] [EDGE-08] every request body and the partner insurer accept the pages’ maximum of people', () => {
  expect(driverPositions).toHaveLength(maximumDrivers)
  const drivers = driverPositions.map(type => ({ ...completeDrivers[0], type }))
  const policyholders = Array.from({ length: maximumPolicyholders }, (_, place) => ({
    ...policyholder,
    email: `mere${place}@example.co.nz`,
  }))
  const crowded = { ...completeQuote, drivers, policyholders: { ...completePolicyholders, policyholders } }

  const { answers, draftState } = resumed(crowded)
  const rated = endpoints.quoteAmend.body.parse(ratingRequestBody(answers, draftState, { today }))
  expect(rated.drivers.map(decodeDriver)).toEqual(drivers)
  const asked = quoteRequest.parse(
    JSON.parse(JSON.stringify(encodeQuoteRequest({ ...completeRisk, drivers }, null))),
  )
  expect(decodeQuoteRequest(asked).drivers).toEqual(drivers)
  expect(
    endpoints.quoteCreate.body.safeParse(policyholdersRequestBody(answers, draftState, today)).success,
  ).toBe(true)
  const told = wireBindRequest.parse(JSON.parse(JSON.stringify(encodeBindRequest(bound(crowded).policy))))
  expect(decodeBindRequest(told, 'k').policyholders).toEqual(policyholders)
  expect(told.attributes.bindVehicleDetails.additionalDrivers).toHaveLength(maximumDrivers - 1)
})

it('[QUOTE-09] the summary shows each answer in its row', () => {
  const rows = (quote: Quote) => {
    const { answers, draftState } = resumed(quote)
    const all = [...quoteRows(answers, draftState, today), ...policyholderRows(answers, draftState)]
    return all.map(({ label, values }) => [label, ...values])
  }
  expect(rows(completeQuote)).toEqual([
    ['Car', 'JHU968', 'Toyota Corolla 2014 GX', 'Manual'],
    ['Use', 'Not used to earn an income, not modified'],
    ['Finance', 'TSB'],
    ['Kept overnight at', '3/210 Dominion Road, Mount Eden, Auckland 1024'],
    ['Criminal record', 'None to declare'],
    ['Drivers', 'Aroha Ngātai, 27/03/1990, 4 incidents', 'Tama O’Brien, 01/02/1988, 1 incident'],
    ['Cover', 'Everyday Plus'],
    ['Excess', '$800'],
    ['Extras', 'Excess-free window', 'Hire car', 'Roadside assistance'],
    ['Car value', '$13,700'],
    ['Policy start date', '1 December 2026'],
    ['Payment', 'Monthly', '$80.00 a month'],
    [
      'Policyholders',
      'Kererū Trust',
      'Ms Aroha Ngātai, 27/03/1990, aroha@example.co.nz, 0271234567',
      'Mr Tama Ngātai, 27/03/1990, tama@example.co.nz, 0221234567',
    ],
    ['Postal address', 'PO Box 117, Mount Eden, Auckland 1024'],
  ])
  const choice: CoverChoice = {
    cover: 'THIRD_PARTY_FIRE_THEFT',
    voluntaryExcess: 700,
    frequency: 'FORTNIGHTLY',
    excessFreeWindow: false,
    hireCar: false,
    roadsideAssistance: false,
    startDate: '2026-12-03',
  }
  const insurer_quote = { ...completePrice, choice }
  expect(rows({ ...completeQuote, choice, insurer_quote })).toEqual(
    expect.arrayContaining([
      ['Cover', 'Third Party, Fire & Theft'],
      ['Excess', '$500'],
      ['Extras', 'None'],
      ['Policy start date', '3 December 2026'],
      ['Payment', 'Fortnightly', '$80.00 a fortnight'],
    ]),
  )
})
