/** All /edge calls as plain data for browser and server; contract/endpoints.ts joins it with the schemas. */

export interface Route {
  readonly method: 'GET' | 'POST'
  /** The path below /edge. */
  readonly path: string
  /** `passThrough`: a fixed public value, which gives no access. `bearer`: a session of the same quote. */
  readonly access: 'open' | 'passThrough' | 'bearer'
  /** Null if the call is not guarded. The token is `recaptchaResponse` of the body, or `captchaRequest` of a GET. */
  readonly captcha: string | null
  /** A body with this field needs no captcha token. A token that is sent anyway is checked. */
  readonly captchaExemptField?: string
  readonly form?: true
  /** The media type of a response that is a document; JSON by default. */
  readonly document?: 'application/pdf' | 'text/html' | 'text/calendar'
  /** May also respond with 204 (nothing found, no online quote, no puzzle) or 202 (not settled yet). */
  readonly empty?: 202 | 204
  /** An empty response is logged as a failed look-up (limits: server/access/brute-force-guard.ts). */
  readonly logEmptyAsFailedLookup?: true
  /** Gives a browser session to a client without one. The visible check does so only once it was passed. */
  readonly opensSession?: true
}

export const routes = {
  /** Exchanges the quote id and token of a link for the bearer token of that quote. */
  login: { method: 'POST', path: '/login', access: 'open', captcha: null, form: true, opensSession: true },
  session: { method: 'GET', path: '/session', access: 'bearer', captcha: null },
  captchaChallenge: { method: 'GET', path: '/captcha/challenge', access: 'open', captcha: null, empty: 204 },
  validateRecaptcha: {
    method: 'GET',
    path: '/vero/validate/recaptcha',
    access: 'passThrough',
    captcha: null,
  },
  vehicleDetails: {
    method: 'GET',
    path: '/campaign/policy-renewal/secure/vehicleDetails/:regNumber',
    access: 'open',
    captcha: 'plate',
  },
  /** Creates the quote of a plate, and returns its log-in link. */
  registration: {
    method: 'POST',
    path: '/vero/prospect/registration',
    access: 'passThrough',
    captcha: 'registration',
    opensSession: true,
  },
  /** The insurer's models for a plate and transmission. */
  vehicleLookup: { method: 'POST', path: '/vero/vehiclelookup', access: 'bearer', captcha: 'vehicle' },
  /** The range in which a model can be insured. */
  sumInsured: { method: 'POST', path: '/vero/vehicle/suminsured', access: 'bearer', captcha: 'vehicle' },
  addressSuggest: { method: 'GET', path: '/vero/address/suggest', access: 'bearer', captcha: null },
  addressRisk: { method: 'POST', path: '/vero/address/risk', access: 'bearer', captcha: 'address' },
  addressPostal: { method: 'POST', path: '/vero/address/postal', access: 'bearer', captcha: 'address' },
  /** The stored quote by id or number. Without access only car, cover and status. */
  prospectCar: {
    method: 'GET',
    path: '/vero/prospect/car',
    access: 'passThrough',
    captcha: 'retrieve',
    empty: 204,
    logEmptyAsFailedLookup: true,
  },
  /** Saves step 1, step 2 (and prices the quote) or step 4, by the shape of the body. */
  quoteCreate: {
    method: 'POST',
    path: '/vero/quote/create',
    access: 'bearer',
    captcha: 'quote',
    // The car's body has no token in the specification: a captcha protects the registration before it.
    captchaExemptField: 'vehicleDetails',
    empty: 204,
  },
  quoteAmend: { method: 'POST', path: '/vero/quote/amend', access: 'bearer', captcha: 'quote', empty: 204 },
  /** Opens a quote by its number, a date of birth and a postcode. */
  quoteRetrieve: {
    method: 'POST',
    path: '/vero/quote/retrieve',
    access: 'open',
    captcha: 'retrieve',
    empty: 204,
    logEmptyAsFailedLookup: true,
    opensSession: true,
  },
  emailQuote: {
    method: 'POST',
    path: '/vero/prospects/email-quote',
    access: 'passThrough',
    captcha: 'email',
  },
  quoteBind: { method: 'POST', path: '/vero/quote/bind', access: 'bearer', captcha: 'bind' },
  paymentCreate: { method: 'POST', path: '/vero/payment/create', access: 'bearer', captcha: 'payment' },
  paymentRetry: { method: 'POST', path: '/vero/payment/retry', access: 'passThrough', captcha: 'payment' },
  /** The policy, or the state of its card payments; 202: ask again. */
  policyRetrieve: {
    method: 'GET',
    path: '/vero/payment/policy/retrieve',
    access: 'passThrough',
    captcha: null,
    empty: 202,
  },
  directDebitTerm: {
    method: 'GET',
    path: '/vero/document/directdebit/term',
    access: 'bearer',
    captcha: null,
    document: 'text/html',
  },
  documentRetrieve: {
    method: 'POST',
    path: '/vero/document/retrieve',
    access: 'passThrough',
    captcha: 'document',
    document: 'application/pdf',
  },
  /** An addition to the specification: the dates of a bought policy for a calendar. */
  calendarRetrieve: {
    method: 'GET',
    path: '/vero/document/calendar',
    access: 'passThrough',
    captcha: null,
    document: 'text/calendar',
  },
} as const satisfies Readonly<Record<string, Route>>

export type Routes = typeof routes
export type EndpointName = keyof Routes
