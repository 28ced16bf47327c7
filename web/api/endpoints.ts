/**
 * Table of /edge calls for the browser: method, path, captcha action and response type. A test compares it
 * with the contract, because importing the contract would bundle the schema library.
 */
import type { EndpointName } from '#contract/endpoints.ts'

export interface BrowserEndpoint {
  readonly method: 'GET' | 'POST'
  /** Path below /edge. */
  readonly path: string
  readonly access: 'open' | 'passThrough' | 'bearer'
  /** Action of the captcha token; absent where the call needs none. */
  readonly captcha?: string
  /** JSON if absent. */
  readonly reply?: 'pdf' | 'html' | 'calendar'
  readonly form?: true
}

export const browserEndpoints = {
  login: { method: 'POST', path: '/login', access: 'open', form: true },
  session: { method: 'GET', path: '/session', access: 'bearer' },
  captchaChallenge: { method: 'GET', path: '/captcha/challenge', access: 'open' },
  validateRecaptcha: { method: 'GET', path: '/vero/validate/recaptcha', access: 'passThrough' },
  prospectCar: { method: 'GET', path: '/vero/prospect/car', access: 'passThrough', captcha: 'retrieve' },
  vehicleDetails: {
    method: 'GET',
    path: '/campaign/policy-renewal/secure/vehicleDetails/:regNumber',
    access: 'open',
    captcha: 'plate',
  },
  registration: {
    method: 'POST',
    path: '/vero/prospect/registration',
    access: 'passThrough',
    captcha: 'registration',
  },
  vehicleLookup: { method: 'POST', path: '/vero/vehiclelookup', access: 'bearer', captcha: 'vehicle' },
  sumInsured: { method: 'POST', path: '/vero/vehicle/suminsured', access: 'bearer', captcha: 'vehicle' },
  addressSuggest: { method: 'GET', path: '/vero/address/suggest', access: 'bearer' },
  addressRisk: { method: 'POST', path: '/vero/address/risk', access: 'bearer', captcha: 'address' },
  addressPostal: { method: 'POST', path: '/vero/address/postal', access: 'bearer', captcha: 'address' },
  quoteCreate: { method: 'POST', path: '/vero/quote/create', access: 'bearer', captcha: 'quote' },
  quoteAmend: { method: 'POST', path: '/vero/quote/amend', access: 'bearer', captcha: 'quote' },
  quoteRetrieve: { method: 'POST', path: '/vero/quote/retrieve', access: 'open', captcha: 'retrieve' },
  quoteBind: { method: 'POST', path: '/vero/quote/bind', access: 'bearer', captcha: 'bind' },
  emailQuote: {
    method: 'POST',
    path: '/vero/prospects/email-quote',
    access: 'passThrough',
    captcha: 'email',
  },
  paymentCreate: { method: 'POST', path: '/vero/payment/create', access: 'bearer', captcha: 'payment' },
  paymentRetry: { method: 'POST', path: '/vero/payment/retry', access: 'passThrough', captcha: 'payment' },
  policyRetrieve: { method: 'GET', path: '/vero/payment/policy/retrieve', access: 'passThrough' },
  directDebitTerm: {
    method: 'GET',
    path: '/vero/document/directdebit/term',
    access: 'bearer',
    reply: 'html',
  },
  documentRetrieve: {
    method: 'POST',
    path: '/vero/document/retrieve',
    access: 'passThrough',
    captcha: 'document',
    reply: 'pdf',
  },
  calendarRetrieve: {
    method: 'GET',
    path: '/vero/document/calendar',
    access: 'passThrough',
    reply: 'calendar',
  },
} as const satisfies Record<EndpointName, BrowserEndpoint>
