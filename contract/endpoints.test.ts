/** Tests of the endpoints: their paths as in the specification, and the partner insurers' numbers that they accept. */

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { policyResponse } from '#partners/insurer/http-responses.ts'
import { bindBody, type RatedCustomer, ratedBody } from '#test/purchase.ts'
import { endpoints } from './endpoints.ts'

const printed = {
  login: 'POST /login',
  prospectCar: 'GET /vero/prospect/car',
  vehicleDetails: 'GET /campaign/policy-renewal/secure/vehicleDetails/:regNumber',
  registration: 'POST /vero/prospect/registration',
  vehicleLookup: 'POST /vero/vehiclelookup',
  sumInsured: 'POST /vero/vehicle/suminsured',
  addressRisk: 'POST /vero/address/risk',
  addressPostal: 'POST /vero/address/postal',
  quoteCreate: 'POST /vero/quote/create',
  quoteAmend: 'POST /vero/quote/amend',
  quoteRetrieve: 'POST /vero/quote/retrieve',
  emailQuote: 'POST /vero/prospects/email-quote',
  paymentCreate: 'POST /vero/payment/create',
  quoteBind: 'POST /vero/quote/bind',
  directDebitTerm: 'GET /vero/document/directdebit/term',
  documentRetrieve: 'POST /vero/document/retrieve',
  validateRecaptcha: 'GET /vero/validate/recaptcha',
  policyRetrieve: 'GET /vero/payment/policy/retrieve',
} as const

it('[EDGE-01] [EDGE-02] [EDGE-03] [EDGE-04] [EDGE-05] [EDGE-06] [EDGE-07] [EDGE-08] [EDGE-09] [EDGE-10] [EDGE-11] [EDGE-12] [EDGE-13] [EDGE-14] [EDGE-15] each call has the specified path', () => {
  for (const name of Object.keys(printed) as (keyof typeof printed)[])
    expect([name, `${endpoints[name].method} ${endpoints[name].path}`]).toEqual([name, printed[name]])
  // Its endpoint is printed in the requirements (EDGE-12).
  expect(`${endpoints.paymentRetry.method} ${endpoints.paymentRetry.path}`).toBe('POST /vero/payment/retry')
})

const number = `P-${'7'.repeat(38)}`
const address = {
  postcode: '1050',
  suburb: 'Remuera',
  addressInFreeForm: { addressLine1: '88 Remuera Road' },
}
const id = randomUUID()
const car = { vehicleKey: 'k', value: 20_000, address }
const attributes = {
  policyDetails: { quoteNum: number },
  policyHistory: { lastModifiedDatetime: 'now', lastModifiedUserId: 'x' },
}
const rated = ratedBody(id, car)
const papers = { documentType: 'New Business', uuid: id }

it('[EDGE-08] [EDGE-09] [EDGE-10] [EDGE-13] [EDGE-14] quote numbers of a partner insurer fit amend, retrieval, bind and policy', () => {
  expect(policyResponse.safeParse({ policyNumber: number }).success).toBe(true)
  const insuredDetails = { customerDob: '1988-04-12', customerPostcode: '1050' }
  for (const { error } of [
    endpoints.quoteAmend.body.safeParse({
      ...rated,
      attributes: { ...rated.attributes, quoteNumber: number },
    }),
    endpoints.quoteBind.body.safeParse(bindBody({ id, car, attributes } as unknown as RatedCustomer)),
    endpoints.documentRetrieve.body.safeParse({ ...papers, policyNumber: number }),
    endpoints.prospectCar.query.safeParse({ quoteNum: number }),
    endpoints.quoteRetrieve.body.safeParse({ attributes: { insuredDetails }, quoteNumber: number }),
  ])
    expect(error).toBeUndefined()
})

it.each([
  'MVP 1234567',
  'CAR/88123',
  '12.345.678',
  "N°7 (Māori & Sons) 'x' <b>",
  '保険一二三',
  '7'.repeat(40),
  '🚗'.repeat(20),
])(
  '[EDGE-13] [EDGE-14] a policy number may be any text on one line, and documents are requested by it: %s',
  policyNumber => {
    expect(policyResponse.parse({ policyNumber: ` ${policyNumber}\n` })).toEqual({ policyNumber })
    expect(endpoints.documentRetrieve.body.safeParse({ ...papers, policyNumber }).error).toBeUndefined()
  },
)

it.each([
  '',
  ' \t',
  '7'.repeat(41),
  '🚗'.repeat(21),
  'P\t1',
  'P\r\n1',
  'P\u20281',
  'P\u202E1',
  'P\u00001',
  'P\ud83d',
])('[EDGE-13] a policy number that does not fit on one line is refused: %j', policyNumber => {
  expect(policyResponse.safeParse({ policyNumber }).success).toBe(false)
})
