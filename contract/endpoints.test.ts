/** Tests of the endpoints: their paths as in the specification, and what their request schemas accept and refuse. */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { policyResponse } from '#partners/insurer/http-responses.ts'
import { paymentUrlsAt } from '#test/purchase.ts'
import { policyholder } from '#test/samples/customer.ts'
import { endpoints } from './endpoints.ts'
import { personName } from './schemas/common.ts'
import { requestDriver } from './schemas/quote.ts'

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
  paymentRetry: 'POST /vero/payment/retry',
  quoteBind: 'POST /vero/quote/bind',
  directDebitTerm: 'GET /vero/document/directdebit/term',
  documentRetrieve: 'POST /vero/document/retrieve',
  validateRecaptcha: 'GET /vero/validate/recaptcha',
  policyRetrieve: 'GET /vero/payment/policy/retrieve',
} as const

it('[EDGE-01] [EDGE-02] [EDGE-03] [EDGE-04] [EDGE-05] [EDGE-06] [EDGE-07] [EDGE-08] [EDGE-09] [EDGE-10] [EDGE-11] [EDGE-12] [EDGE-13] [EDGE-14] [EDGE-15] each call has the specified path', () => {
  const paths = Object.entries(endpoints).map(([name, { method, path }]) => [name, `${method} ${path}`])
  expect(Object.fromEntries(paths)).toMatchObject(printed)
})

const numberFields = [
  endpoints.quoteAmend.body.shape.attributes.shape.quoteNumber,
  endpoints.quoteBind.body.shape.attributes.shape.quoteDetails.shape.quoteNumber,
  endpoints.documentRetrieve.body.shape.policyNumber,
  endpoints.prospectCar.query.shape.quoteNum,
  endpoints.quoteRetrieve.body.shape.quoteNumber,
]

it.each(['MVP 1234567', "N°7 (Māori & Sons) 'x' <b>", '7'.repeat(40), '🚗'.repeat(20)])(
  '[EDGE-08] [EDGE-09] [EDGE-10] [EDGE-13] [EDGE-14] the number of a partner insurer may be any text on one line: %s',
  policyNumber => {
    expect(policyResponse.parse({ policyNumber: ` ${policyNumber}\n` })).toEqual({ policyNumber })
    for (const field of numberFields) expect(field.safeParse(policyNumber).error).toBeUndefined()
  },
)

it.each([
  '',
  ' \t',
  '7'.repeat(41),
  '🚗'.repeat(21),
  'P\r\n1',
  'P\u20281',
  'P\u202E1',
  'P\u00001',
  'P\ud83d',
])('[EDGE-13] a policy number that does not fit on one line is refused: %j', policyNumber => {
  expect(policyResponse.safeParse({ policyNumber }).success).toBe(false)
})

/** The fields that a schema refuses. */
const refusedFields = (schema: z.ZodType, sent: unknown) =>
  schema.safeParse(sent).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('a request', () => {
  const urls = paymentUrlsAt('https://x.example', 'q')

  it.each(['VISA,MASTER', 'VISA,VISA,MASTER', 'VISA,MASTER,JCB', 'VISA,MASTER,AMEX,AMEX'])(
    '[PAY-11] [EDGE-12] for a card page with the schemes %s is refused',
    schemes => {
      const sent = { ...urls, supportedCardTypes: schemes.split(',') }
      expect(refusedFields(endpoints.paymentCreate.body, sent)).toContainEqual(
        expect.stringMatching(/^supportedCardTypes/),
      )
    },
  )

  it('[PAY-11] [EDGE-12] for a card page lists its schemes in any order, and requires 3-D Secure', () => {
    const supportedCardTypes = ['AMEX', 'VISA', 'MASTER']
    const sent = { ...urls, supportedCardTypes, enable3DS: false }
    expect(refusedFields(endpoints.paymentCreate.body, sent)).toEqual(['enable3DS'])
  })

  it.each([
    [{ issue1: 'FAULT_EXCESS', month1: 3 }, ['year1']],
    [{ issue2: 'CLAIM_EXCESS', month2: '' }, ['month2', 'year2']],
    [{ issue2: 'CLAIM_EXCESS', month2: null, year2: null }, ['month2', 'year2']],
    [{ month4: 3, year4: 2025 }, ['issue4']],
    [{ issue1: null, month1: 3, year1: 2025 }, ['issue1']],
    [{ issue1: '', month1: '', year1: '', issue4: '' }, []],
    [{ issue1: null, month1: null, year1: null, issue4: null, year4: '' }, []],
    [{ issue2: 'FAULT_EXCESS', month2: 1, year2: 2026 }, []],
  ])('[DRIVER-05] [EDGE-17] has each incident complete or absent: %j', (incidents, missing) => {
    const { firstName: givenName, lastName: surname, dateOfBirth } = policyholder
    const driver = { givenName, surname, dateOfBirth, type: 'Primary', incidentCount: '1', ...incidents }
    expect(refusedFields(requestDriver, driver)).toEqual(missing)
  })

  it('[DRIVER-03] [HOLDER-04] [EDGE-17] has names of fifty letters, composed or decomposed', () => {
    const letter = 'a\u0304'
    expect(personName.parse(letter.repeat(50))).toBe('ā'.repeat(50))
    for (const long of [letter.repeat(51), 'a'.repeat(51), `a${'\u0304'.repeat(5_000)}`])
      expect(personName.safeParse(long).success).toBe(false)
  })
})
