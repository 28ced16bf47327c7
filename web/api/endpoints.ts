/**
 * The browser's copy of the contract's table: where each call goes and what it carries. The contract itself brings the
 * schema library along, so a test holds the two together instead of an import.
 */
import type { CallName } from '#contract/endpoints.ts'

export interface BrowserCall {
  readonly method: 'GET' | 'POST'
  /** Below /edge. */
  readonly path: string
  readonly who: 'open' | 'passThrough' | 'bearer'
  /** The action of its captcha token; left out where none is asked for. */
  readonly captcha?: string
  /** JSON where it is left out. */
  readonly reply?: 'pdf' | 'html' | 'calendar'
  readonly form?: true
}

export const browserCalls = {
  login: { method: 'POST', path: '/login', who: 'open', form: true },
  session: { method: 'GET', path: '/session', who: 'bearer' },
  captchaChallenge: { method: 'GET', path: '/captcha/challenge', who: 'open' },
  validateRecaptcha: { method: 'GET', path: '/vero/validate/recaptcha', who: 'passThrough' },
  prospectCar: { method: 'GET', path: '/vero/prospect/car', who: 'passThrough', captcha: 'retrieve' },
  vehicleDetails: {
    method: 'GET',
    path: '/campaign/policy-renewal/secure/vehicleDetails/:regNumber',
    who: 'open',
    captcha: 'plate',
  },
  registration: {
    method: 'POST',
    path: '/vero/prospect/registration',
    who: 'passThrough',
    captcha: 'registration',
  },
  vehicleLookup: { method: 'POST', path: '/vero/vehiclelookup', who: 'bearer', captcha: 'vehicle' },
  sumInsured: { method: 'POST', path: '/vero/vehicle/suminsured', who: 'bearer', captcha: 'vehicle' },
  addressSuggest: { method: 'GET', path: '/vero/address/suggest', who: 'bearer' },
  addressRisk: { method: 'POST', path: '/vero/address/risk', who: 'bearer', captcha: 'address' },
  addressPostal: { method: 'POST', path: '/vero/address/postal', who: 'bearer', captcha: 'address' },
  quoteCreate: { method: 'POST', path: '/vero/quote/create', who: 'bearer', captcha: 'quote' },
  quoteAmend: { method: 'POST', path: '/vero/quote/amend', who: 'bearer', captcha: 'quote' },
  quoteRetrieve: { method: 'POST', path: '/vero/quote/retrieve', who: 'open', captcha: 'retrieve' },
  quoteBind: { method: 'POST', path: '/vero/quote/bind', who: 'bearer', captcha: 'bind' },
  emailQuote: { method: 'POST', path: '/vero/prospects/email-quote', who: 'passThrough', captcha: 'email' },
  paymentCreate: { method: 'POST', path: '/vero/payment/create', who: 'bearer', captcha: 'payment' },
  paymentRetry: { method: 'POST', path: '/vero/payment/retry', who: 'passThrough', captcha: 'payment' },
  policyRetrieve: { method: 'GET', path: '/vero/payment/policy/retrieve', who: 'passThrough' },
  directDebitTerm: { method: 'GET', path: '/vero/document/directdebit/term', who: 'bearer', reply: 'html' },
  documentRetrieve: {
    method: 'POST',
    path: '/vero/document/retrieve',
    who: 'passThrough',
    captcha: 'document',
    reply: 'pdf',
  },
  calendarRetrieve: { method: 'GET', path: '/vero/document/calendar', who: 'passThrough', reply: 'calendar' },
} as const satisfies Record<CallName, BrowserCall>
