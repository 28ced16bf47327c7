/**
 * Every call of /edge: method, path, who may, which captcha action guards it, what goes in and what comes out. The
 * routes, the validation of both directions, the browser's client and the OpenAPI document are all made from this table.
 */
import { z } from 'zod'
import { coverTypes, frequencies } from '#journey/cover.ts'
import { cardSchemes, paymentMethods } from '#journey/payment.ts'
import type { ProblemCode } from './problems.ts'
import {
  address,
  captchaToken,
  coverage,
  day,
  dollars,
  driver,
  email,
  history,
  oneAddress,
  personName,
  plate,
  policyholder,
  quoteId,
  quoteReply,
  quoteRequestDetails,
  text,
  yesNo,
} from './shapes.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  /** Below /edge. */
  readonly path: string
  /** `open`: anybody. `passThrough`: the fixed value, which opens nothing. `bearer`: the session of that very quote. */
  readonly who: 'open' | 'passThrough' | 'bearer'
  /** The captcha action; null where the call is not guarded. The token comes as recaptchaResponse or captchaRequest. */
  readonly captcha: string | null
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** How the body comes; JSON unless said. */
  readonly form?: true
  /** The answer with status 200: a schema, or the media type of a document. */
  readonly reply: z.ZodType | 'application/pdf' | 'text/html'
  /** May also answer 204 (nothing found, no online quote) or 202 (not settled yet). */
  readonly empty?: 202 | 204
  readonly problems: readonly ProblemCode[]
}

const attributes = z.strictObject({
  coverages: z.array(coverage).length(1),
  quoteRequestDetails,
  policyHistory: history.optional(),
  quoteNumber: text(20).optional(),
  /** Addition: the customer has ticked the declaration of step 3. */
  declarationAgreed: z.boolean().optional(),
})

const carDetails = z.strictObject({
  id: quoteId,
  vehicleDetails: z.strictObject({
    transmission: z.enum(['Automatic', 'Manual']),
    vehicleKey: text(120),
    model: text(200),
    value: z.number().int().min(0).max(999_999_999),
    isFinanced: yesNo,
    financeCompany: text(100).optional(),
  }),
  addressDetails: oneAddress,
  recaptchaResponse: captchaToken,
})

const rated = z.strictObject({
  id: quoteId,
  drivers: z.array(driver).min(1).max(5),
  attributes,
  recaptchaResponse: captchaToken,
})

const policyholders = z.strictObject({
  id: quoteId,
  policyHolderDetails: z.union([z.array(policyholder).min(1).max(5), policyholder.transform(one => [one])]),
  addressDetails: oneAddress,
  /** Additions: how and from when the customer means to pay. */
  paymentMethod: z.enum(paymentMethods).optional(),
  paymentStartDate: day.optional(),
  recaptchaResponse: captchaToken,
})

const individual = z.strictObject({
  contactDetails: z.strictObject({ emailAddress: email, landlineNum: text(20).optional(), mobileNum: text(20) }),
  dob: day,
  givenName: personName,
  surname: personName,
  title: policyholder.shape.title,
})

const boundDriver = z.object({
  dateOfBirth: day,
  claimHistory: z.array(z.unknown()).max(10).optional(),
  givenName: personName,
  initials: text(10).optional(),
  surname: personName,
})

const bindAttributes = z.strictObject({
  bindPolicyParties: z.strictObject({
    primaryPolicyHolder: z.strictObject({ individualPolicyHolder: individual, businessName: text(100).optional() }),
    additionalPolicyHolders: z.array(z.strictObject({ individualPolicyHolder: individual })).max(4).optional(),
  }),
  bindVehicleDetails: z.strictObject({
    carRegistration: plate,
    mainDriver: boundDriver.optional(),
    additionalDrivers: z.array(boundDriver).max(4).optional(),
  }),
  endConsentDetails: z.strictObject({
    emailAddress: email,
    endConsentIndicator: z.literal(true),
    mobileNumber: text(20),
  }),
  paymentContextDetails: z.strictObject({
    bankPaymentDetails: z.strictObject({
      authorizerName: text(100).min(1),
      bankAccountName: text(100).min(1),
      bankAccountNumber: text(19).regex(/^\d{2}-\d{4}-\d{7}-\d{2,3}$/),
    }),
    instalmentDebitDay: z.number().int().min(1).max(31),
    /** Additions: the whole day of the first debit, and which direct debit terms were agreed to. */
    paymentStartDate: day.optional(),
    directDebitTermsVersion: text(40).optional(),
  }),
  policyHistory: history.optional(),
  postalAddress: address,
  questions: z.array(z.strictObject({ code: z.enum(['003', '004']), answer: z.literal('N') })).length(2),
  quoteDetails: z.strictObject({
    insuredDetails: z.strictObject({ customerDob: day, customerPostcode: text(4) }).optional(),
    quoteNumber: text(20),
  }),
})

const addressSearch = z.strictObject({
  addressInFreeForm: z.strictObject({ addressLine1: text(), addressLine2: text().default('') }),
  postcode: text(4).default(''),
  suburb: text(100).default(''),
  recaptchaResponse: captchaToken,
})

const addressesFound = z.object({
  data: z.object({
    attributes: z.object({
      status: z.enum(['MATCHED', 'SUGGESTED', 'NOT_FOUND']),
      suggestedAddresses: z.array(address),
    }),
  }),
})

const paymentUrls = z.strictObject({
  cancelUrl: text(500),
  failureUrl: text(500),
  successUrl: text(500),
  supportedCardTypes: z.array(z.enum(cardSchemes)).min(1).max(3),
  enable3DS: z.literal(true),
  recaptchaResponse: captchaToken,
})

const paymentPage = z.object({ data: z.object({ attributes: z.object({ url: z.string() }) }) })

/** What a stored prospect answers with; people are absent where the asker may not see them (security D1, D2). */
const prospect = z.object({
  quoteId: z.string(),
  status: z.enum(['DRAFT', 'QUOTED', 'CONVERTED', 'EXPIRED', 'OFFLINE', 'DECLINED']),
  quoteNumber: z.string().optional(),
  cover: z.enum(coverTypes).optional(),
  /** Addition: there are people's answers, but this asker has to confirm who they are first. */
  confirmPerson: z.boolean(),
  vehicle: z.object({ regNumber: z.string() }),
  applicant: z.object({ firstName: z.string(), lastName: z.string() }).optional(),
  vehicleDetails: carDetails.shape.vehicleDetails.optional(),
  addressDetails: z.array(address),
  drivers: z.array(driver),
  policyHolderDetails: z.array(policyholder),
  quote: quoteReply.optional(),
})

const declareCalls = <T extends Record<string, Call>>(table: T) => table

export const calls = declareCalls({
  login: {
    method: 'POST',
    path: '/login',
    who: 'open',
    captcha: null,
    query: z.object({ user_id: z.string().max(200).optional(), password: z.string().max(200).optional() }),
    body: z.object({ user_id: z.string().max(200).optional(), password: z.string().max(200).optional() }).nullish(),
    form: true,
    reply: z.object({ JWT: z.string() }),
    problems: ['NOT_LOGGED_IN', 'TOO_MANY_REQUESTS'],
  },
  session: {
    method: 'GET',
    path: '/session',
    who: 'bearer',
    captcha: null,
    reply: z.object({ JWT: z.string() }),
    problems: [],
  },
  captchaChallenge: {
    method: 'GET',
    path: '/captcha/challenge',
    who: 'open',
    captcha: null,
    reply: z.record(z.string(), z.unknown()),
    empty: 204,
    problems: ['TOO_MANY_REQUESTS'],
  },
  validateRecaptcha: {
    method: 'GET',
    path: '/vero/validate/recaptcha',
    who: 'passThrough',
    captcha: null,
    query: z.object({ captchaRequest: z.string().min(1).max(8192) }),
    reply: z.object({ verified: z.literal(true) }),
    problems: ['CAPTCHA_REQUIRED', 'TOO_MANY_REQUESTS'],
  },
  prospectCar: {
    method: 'GET',
    path: '/vero/prospect/car',
    who: 'passThrough',
    captcha: 'retrieve',
    query: z.object({ id: z.string().max(60).optional(), quoteNum: z.string().max(30).optional(), captchaRequest: captchaToken }),
    reply: prospect,
    empty: 204,
    problems: ['TOO_MANY_REQUESTS'],
  },
  vehicleDetails: {
    method: 'GET',
    path: '/campaign/policy-renewal/secure/vehicleDetails/:regNumber',
    who: 'open',
    captcha: 'plate',
    params: z.object({ regNumber: plate }),
    query: z.object({ captchaRequest: captchaToken }),
    reply: z.object({ regNumber: z.string() }),
    problems: ['INVALID_PLATE', 'PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  registration: {
    method: 'POST',
    path: '/vero/prospect/registration',
    who: 'passThrough',
    captcha: 'registration',
    body: z.strictObject({
      registrationNumber: plate,
      email: text(100).optional(),
      mobilePhone: text(20).optional(),
      firstName: text(50).optional(),
      lastName: text(50).optional(),
      source: text(40).optional(),
      recaptchaResponse: captchaToken,
    }),
    reply: z.object({ source: z.string(), url: z.string() }),
    problems: ['TOO_MANY_REQUESTS'],
  },
  vehicleLookup: {
    method: 'POST',
    path: '/vero/vehiclelookup',
    who: 'bearer',
    captcha: 'vehicle',
    body: z.strictObject({
      registrationOrVin: plate,
      transmission: z.enum(['Automatic', 'Manual']),
      recaptchaResponse: captchaToken,
    }),
    reply: z.object({ results: z.array(z.object({ vehicleKey: z.string(), vehicleDescription: z.string() })) }),
    problems: ['NOT_INSURABLE', 'PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  sumInsured: {
    method: 'POST',
    path: '/vero/vehicle/suminsured',
    who: 'bearer',
    captcha: 'vehicle',
    body: z.strictObject({ vehicleKey: text(120), recaptchaResponse: captchaToken }),
    reply: z.object({ minSumInsured: dollars, maxSumInsured: dollars }),
    problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
  addressSuggest: {
    method: 'GET',
    path: '/vero/address/suggest',
    who: 'bearer',
    captcha: null,
    query: z.object({ q: z.string().max(120) }),
    reply: z.object({ lines: z.array(z.object({ addressId: z.string(), text: z.string() })) }),
    problems: ['TOO_MANY_REQUESTS'],
  },
  addressRisk: {
    method: 'POST',
    path: '/vero/address/risk',
    who: 'bearer',
    captcha: 'address',
    body: addressSearch,
    reply: addressesFound,
    problems: ['PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  addressPostal: {
    method: 'POST',
    path: '/vero/address/postal',
    who: 'bearer',
    captcha: 'address',
    body: addressSearch,
    reply: addressesFound,
    problems: ['PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  quoteCreate: {
    method: 'POST',
    path: '/vero/quote/create',
    who: 'bearer',
    captcha: 'quote',
    /** Three bodies in one call, told apart by their shape: car, rated drivers and cover, policyholders. */
    body: z.union([rated, policyholders, carDetails]),
    reply: z.union([quoteReply, z.object({ quoteId: z.string(), status: z.string() })]),
    empty: 204,
    problems: ['QUOTE_CONVERTED', 'QUOTE_EXPIRED', 'NOT_READY', 'NOT_INSURABLE', 'PARTNER_UNAVAILABLE', 'STALE'],
  },
  quoteAmend: {
    method: 'POST',
    path: '/vero/quote/amend',
    who: 'bearer',
    captcha: 'quote',
    body: rated,
    reply: quoteReply,
    empty: 204,
    problems: ['QUOTE_CONVERTED', 'QUOTE_EXPIRED', 'NOT_READY', 'NOT_INSURABLE', 'PARTNER_UNAVAILABLE', 'STALE'],
  },
  quoteRetrieve: {
    method: 'POST',
    path: '/vero/quote/retrieve',
    who: 'open',
    captcha: 'retrieve',
    body: z.strictObject({
      attributes: z.strictObject({
        insuredDetails: z.strictObject({ customerDob: day, customerPostcode: text(4) }),
        quoteNumber: text(30),
      }),
      type: text(40).optional(),
      recaptchaResponse: captchaToken,
    }),
    /** Beside the quote: the session of it, for a visitor who came without a link. */
    reply: quoteReply.extend({ id: z.string(), JWT: z.string(), prospect }),
    empty: 204,
    problems: ['TOO_MANY_REQUESTS'],
  },
  quoteBind: {
    method: 'POST',
    path: '/vero/quote/bind',
    who: 'bearer',
    captcha: 'bind',
    body: z.strictObject({
      attributes: bindAttributes,
      type: text(40).optional(),
      id: quoteId,
      recaptchaResponse: captchaToken,
    }),
    reply: z.object({ policyNumber: z.string() }),
    problems: ['QUOTE_EXPIRED', 'NOT_READY', 'NOT_INSURABLE', 'REJECTED', 'BIND_PENDING', 'STALE'],
  },
  emailQuote: {
    method: 'POST',
    path: '/vero/prospects/email-quote',
    who: 'passThrough',
    captcha: 'email',
    body: z.strictObject({ id: quoteId, email, recaptchaResponse: captchaToken }),
    reply: z.object({ sent: z.literal(true) }),
    problems: ['NOT_FOUND', 'NOT_READY', 'TOO_MANY_REQUESTS'],
  },
  paymentCreate: {
    method: 'POST',
    path: '/vero/payment/create',
    who: 'bearer',
    captcha: 'payment',
    body: paymentUrls,
    reply: paymentPage,
    problems: ['QUOTE_CONVERTED', 'QUOTE_EXPIRED', 'NOT_READY', 'REJECTED', 'PARTNER_UNAVAILABLE'],
  },
  paymentRetry: {
    method: 'POST',
    path: '/vero/payment/retry',
    who: 'passThrough',
    captcha: 'payment',
    body: z.strictObject({ uuid: quoteId, recaptchaResponse: captchaToken }),
    reply: paymentPage,
    problems: ['NOT_FOUND', 'QUOTE_CONVERTED', 'QUOTE_EXPIRED', 'NOT_READY', 'REJECTED', 'PARTNER_UNAVAILABLE'],
  },
  policyRetrieve: {
    method: 'GET',
    path: '/vero/payment/policy/retrieve',
    who: 'passThrough',
    captcha: null,
    query: z.object({ uuid: z.string().max(60) }),
    reply: z.object({
      policyId: z.string().optional(),
      paymentFrequency: z.enum(frequencies).optional(),
      cover: z.enum(coverTypes).optional(),
      amountCovered: z.number().optional(),
    }),
    empty: 202,
    problems: ['TOO_MANY_REQUESTS'],
  },
  directDebitTerm: {
    method: 'GET',
    path: '/vero/document/directdebit/term',
    who: 'bearer',
    captcha: null,
    reply: 'text/html',
    problems: [],
  },
  documentRetrieve: {
    method: 'POST',
    path: '/vero/document/retrieve',
    who: 'passThrough',
    captcha: 'document',
    body: z.strictObject({
      documentType: z.literal('New Business'),
      policyNumber: text(30),
      uuid: quoteId,
      recaptchaResponse: captchaToken,
    }),
    reply: 'application/pdf',
    problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
})

export type Calls = typeof calls
export type CallName = keyof Calls

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Part<C, K extends string> = C extends Record<K, infer S> ? S : undefined

/** What a handler reads: the parsed parts of the request. */
export type BodyOf<N extends CallName> = Output<Part<Calls[N], 'body'>>
export type QueryOf<N extends CallName> = Output<Part<Calls[N], 'query'>>
export type ParamsOf<N extends CallName> = Output<Part<Calls[N], 'params'>>
/** What a client sends. */
export type SentBodyOf<N extends CallName> = Input<Part<Calls[N], 'body'>>
export type SentQueryOf<N extends CallName> = Input<Part<Calls[N], 'query'>>
export type ReplyOf<N extends CallName> = Calls[N]['reply'] extends z.ZodType
  ? z.output<Calls[N]['reply']>
  : Calls[N]['reply'] extends 'application/pdf'
    ? Uint8Array
    : string
