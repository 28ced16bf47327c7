/** Tests that every answer reaches the returning customer, the partner insurer, the summary and the schedule. */
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { decodeDriver, decodeRatingAnswers } from '#contract/wire/rating-answers.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { paymentBlocks } from '#documents/schedule.ts'
import { coverAndAnswersBlocks } from '#documents/schedule-cover-and-answers.ts'
import type { Address } from '#journey/address.ts'
import type { CoverChoice } from '#journey/cover.ts'
import { nzToday } from '#journey/dates.ts'
import {
  type Driver,
  driverPositions,
  maximumDrivers,
  maximumPolicyholders,
  type Policyholder,
} from '#journey/people.ts'
import type { QuoteCar } from '#journey/questions/car.ts'
import type { Indicators } from '#journey/questions/yes-no-questions.ts'
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
import { buildPolicyRecord } from '#server/purchase/build-records.ts'
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
  otherAddress,
  otherCar,
  otherChoice,
  otherDriver,
  otherIndicators,
  otherPolicyholder,
} from './complete-quote.ts'
import { sampleBrand } from './sample-records.ts'

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
    ...otherPolicyholder,
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

function shown(quote: Quote) {
  const { answers, draftState } = resumed(quote)
  const record = buildPolicyRecord(quote, bound(quote), 'MV00412073', completedAt)
  return {
    summary: [...quoteRows(answers, draftState, today), ...policyholderRows(answers, draftState)],
    schedule: [...coverAndAnswersBlocks(record), ...paymentBlocks(record)],
  }
}

const [main, second] = completeDrivers
const [policyholder, secondPolicyholder] = completePolicyholders.policyholders as [Policyholder, Policyholder]

/** The quotes with one answer changed to that of `others`, by its name; `changed` puts it into the quote. */
function oneChanged<Answers extends object>(
  others: Answers,
  changed: (answer: Partial<Answers>) => Partial<Quote>,
  prefix = '',
): [what: string, quote: Quote][] {
  return Object.entries(others).map(([name, answer]) => [
    prefix + name,
    { ...completeQuote, ...changed({ [name]: answer } as Partial<Answers>) },
  ])
}

const asked = [
  ...oneChanged(otherDriver, answer => ({ drivers: [main, { ...second, ...answer }] })),
  ...oneChanged(
    otherPolicyholder,
    answer => {
      const policyholders = [policyholder, { ...secondPolicyholder, ...answer }]
      return { policyholders: { ...completePolicyholders, policyholders } }
    },
    'policyholder ',
  ),
  ...oneChanged(otherIndicators, answer => ({ indicators: { ...completeIndicators, ...answer } })),
  ...oneChanged(otherChoice, answer => {
    const choice = { ...completeChoice, ...answer }
    return { choice, insurer_quote: { ...completePrice, choice } }
  }),
  ...oneChanged(otherCar, answer => {
    const car = { ...completeCar, ...answer }
    return { car, insurer_quote: { ...completePrice, carValueDollars: car.valueDollars } }
  }),
  ...oneChanged(otherAddress, answer => ({ risk_address: { ...completeRisk.riskAddress, ...answer } })),
]

type Answered = Driver & Indicators & CoverChoice & QuoteCar & Address
type Unshown = Partial<Record<keyof Answered | `policyholder ${keyof Policyholder}`, string>>
const fixed = 'a customer who answers Yes gets no policy, so the line always says No'
const notRead: Unshown = {
  vehicleKey: 'the name of the model is shown instead',
  addressId: 'the text of the address is shown instead',
  signature: 'proves that our search found the address; not for people',
  addressInBrokenDownForm: 'the same address in parts, for an insurer',
}
const onPageOne = 'on page 1, which documents/schedule.test.ts reads'
/** Answers that are not shown, and why. */
const unshown: Readonly<Record<keyof ReturnType<typeof shown>, Unshown>> = {
  summary: {
    ...notRead,
    type: 'the main driver is listed first',
    incidents: 'the summary shows their number, the schedule lists each',
    businessUse: fixed,
    modification: fixed,
    criminalRecord: fixed,
  },
  schedule: {
    ...notRead,
    transmission: onPageOne,
    model: onPageOne,
    financeCompany: onPageOne,
    type: 'for every driver except the main one it is only the place in the list',
    incidentCount: 'the schedule lists each incident',
    businessUse: fixed,
    modification: fixed,
    criminalRecord: fixed,
    'policyholder title': onPageOne,
  },
}

it('[QUOTE-09] the summary shows each answer in its row', () => {
  const rows = (quote: Quote) => shown(quote).summary.map(({ label, values }) => [label, ...values])
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
  const other = { choice: otherChoice, insurer_quote: { ...completePrice, choice: otherChoice } }
  expect(rows({ ...completeQuote, ...other })).toEqual(
    expect.arrayContaining([
      ['Cover', 'Third Party, Fire & Theft'],
      ['Excess', '$500'],
      ['Extras', 'None'],
      ['Policy start date', '3 December 2026'],
      ['Payment', 'Fortnightly', '$80.00 a fortnight'],
    ]),
  )
})

it.each(asked)('[QUOTE-09] [PAY-06] summary and schedule show the answer: %s', (what, quote) => {
  const before = shown(completeQuote)
  const after = shown(quote)
  for (const where of ['summary', 'schedule'] as const) {
    const isUnshown = Object.keys(unshown[where]).includes(what)
    const message = `${what} in the ${where}: show it, or say in 'unshown' why not`
    if (isUnshown) expect(after[where], `${what} in the ${where} is shown after all`).toEqual(before[where])
    else expect(after[where], message).not.toEqual(before[where])
  }
})
