/** Methods and paths as section 7 of the specification prints them: every other test takes them from the contract itself. */
import { expect, it } from 'vitest'
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

it('[EDGE-01] [EDGE-02] [EDGE-03] [EDGE-04] [EDGE-05] [EDGE-06] [EDGE-07] [EDGE-08] [EDGE-09] [EDGE-10] [EDGE-11] [EDGE-12] [EDGE-13] [EDGE-14] [EDGE-15] each call stands at the path that is printed', () => {
  for (const name of Object.keys(printed) as (keyof typeof printed)[])
    expect([name, `${endpoints[name].method} ${endpoints[name].path}`]).toEqual([name, printed[name]])
  // Its endpoint is printed in the requirements (EDGE-12).
  expect(`${endpoints.paymentRetry.method} ${endpoints.paymentRetry.path}`).toBe('POST /vero/payment/retry')
})
