/**
 * The browser's copy of the contract's table: where each call goes and what it carries. The contract itself brings the
 * schema library along, so a test holds the two together instead of an import.
 */
import type { CallName } from '#contract/calls.ts'

export interface BrowserCall {
  readonly method: 'GET' | 'POST'
  /** Below /edge. */
  readonly path: string
  readonly who: 'open' | 'passThrough' | 'bearer'
  readonly captcha: string | null
  readonly reply: 'json' | 'pdf' | 'html' | 'calendar'
  readonly form?: true
}

const json = 'json'

export const browserCalls = {
  login: { method: 'POST', path: '/login', who: 'open', captcha: null, reply: json, form: true },
  session: { method: 'GET', path: '/session', who: 'bearer', captcha: null, reply: json },
  captchaChallenge: { method: 'GET', path: '/captcha/challenge', who: 'open', captcha: null, reply: json },
  validateRecaptcha: {
    method: 'GET',
    path: '/vero/validate/recaptcha',
    who: 'passThrough',
    captcha: null,
    reply: json,
  },
  prospectCar: {
    method: 'GET',
    path: '/vero/prospect/car',
    who: 'passThrough',
    captcha: 'retrieve',
    reply: json,
  },
  vehicleDetails: {
    method: 'GET',
    path: '/campaign/policy-renewal/secure/vehicleDetails/:regNumber',
    who: 'open',
    captcha: 'plate',
    reply: json,
  },
  registration: {
    method: 'POST',
    path: '/vero/prospect/registration',
    who: 'passThrough',
    captcha: 'registration',
    reply: json,
  },
  vehicleLookup: {
    method: 'POST',
    path: '/vero/vehiclelookup',
    who: 'bearer',
    captcha: 'vehicle',
    reply: json,
  },
  sumInsured: {
    method: 'POST',
    path: '/vero/vehicle/suminsured',
    who: 'bearer',
    captcha: 'vehicle',
    reply: json,
  },
  addressSuggest: { method: 'GET', path: '/vero/address/suggest', who: 'bearer', captcha: null, reply: json },
  addressRisk: { method: 'POST', path: '/vero/address/risk', who: 'bearer', captcha: 'address', reply: json },
  addressPostal: {
    method: 'POST',
    path: '/vero/address/postal',
    who: 'bearer',
    captcha: 'address',
    reply: json,
  },
  quoteCreate: { method: 'POST', path: '/vero/quote/create', who: 'bearer', captcha: 'quote', reply: json },
  quoteAmend: { method: 'POST', path: '/vero/quote/amend', who: 'bearer', captcha: 'quote', reply: json },
  quoteRetrieve: {
    method: 'POST',
    path: '/vero/quote/retrieve',
    who: 'open',
    captcha: 'retrieve',
    reply: json,
  },
  quoteBind: { method: 'POST', path: '/vero/quote/bind', who: 'bearer', captcha: 'bind', reply: json },
  emailQuote: {
    method: 'POST',
    path: '/vero/prospects/email-quote',
    who: 'passThrough',
    captcha: 'email',
    reply: json,
  },
  paymentCreate: {
    method: 'POST',
    path: '/vero/payment/create',
    who: 'bearer',
    captcha: 'payment',
    reply: json,
  },
  paymentRetry: {
    method: 'POST',
    path: '/vero/payment/retry',
    who: 'passThrough',
    captcha: 'payment',
    reply: json,
  },
  policyRetrieve: {
    method: 'GET',
    path: '/vero/payment/policy/retrieve',
    who: 'passThrough',
    captcha: null,
    reply: json,
  },
  directDebitTerm: {
    method: 'GET',
    path: '/vero/document/directdebit/term',
    who: 'bearer',
    captcha: null,
    reply: 'html',
  },
  documentRetrieve: {
    method: 'POST',
    path: '/vero/document/retrieve',
    who: 'passThrough',
    captcha: 'document',
    reply: 'pdf',
  },
  calendarRetrieve: {
    method: 'GET',
    path: '/vero/document/calendar',
    who: 'passThrough',
    captcha: null,
    reply: 'calendar',
  },
} as const satisfies Record<CallName, BrowserCall>
