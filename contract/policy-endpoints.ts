/**
 * Endpoints that buy and read a policy: bind, card page, direct debit terms, the bought policy and its
 * documents.
 */
import { z } from 'zod'
import { accountPattern } from '#journey/bank-account.ts'
import { coverTypes, frequencies } from '#journey/cover.ts'
import { cardSchemes } from '#journey/payment.ts'
import { isBlankName, maximumDrivers, maximumPolicyholders } from '#journey/people.ts'
import { defineEndpoints } from './endpoint.ts'
import { refusalUnlessOpen } from './problems.ts'
import {
  captchaToken,
  day,
  email,
  history,
  insurerNumber,
  mobile,
  personName,
  plate,
  policyholder,
  postalAddress,
  printableName,
  queryParams,
  queryQuoteId,
  quoteId,
  text,
} from './schemas/common.ts'
import { namedDriver } from './schemas/quote.ts'

const isSaid = (value: string): boolean => !isBlankName(value)

const individual = z.strictObject({
  contactDetails: z.strictObject({
    emailAddress: email,
    landlineNum: text(20).optional(),
    mobileNum: mobile,
  }),
  dob: day,
  givenName: personName,
  surname: personName,
  title: policyholder.shape.title,
})

const boundDriver = namedDriver.required({ givenName: true, surname: true })

const bindAttributes = z.strictObject({
  bindPolicyParties: z.strictObject({
    primaryPolicyHolder: z.strictObject({
      individualPolicyHolder: individual,
      businessName: printableName.optional(),
    }),
    additionalPolicyHolders: z
      .array(z.strictObject({ individualPolicyHolder: individual }))
      .max(maximumPolicyholders - 1)
      .optional(),
  }),
  bindVehicleDetails: z.strictObject({
    carRegistration: plate,
    mainDriver: boundDriver.optional(),
    additionalDrivers: z
      .array(boundDriver)
      .max(maximumDrivers - 1)
      .optional(),
  }),
  endConsentDetails: z.strictObject({
    emailAddress: email,
    endConsentIndicator: z.literal(true),
    mobileNumber: text(20),
  }),
  paymentContextDetails: z.strictObject({
    bankPaymentDetails: z.strictObject({
      authorizerName: printableName.refine(isSaid, 'is blank'),
      bankAccountName: printableName.refine(isSaid, 'is blank'),
      bankAccountNumber: text(19).regex(accountPattern),
    }),
    instalmentDebitDay: z.number().int().min(1).max(31),
    /** Additions: the whole day of the first debit, and which direct debit terms were agreed to. */
    paymentStartDate: day.optional(),
    directDebitTermsVersion: text(40).optional(),
  }),
  policyHistory: history.optional(),
  postalAddress: postalAddress,
  questions: z.array(z.strictObject({ code: z.enum(['003', '004']), answer: z.literal('N') })).length(2),
  quoteDetails: z.strictObject({
    insuredDetails: z.strictObject({ customerDob: day, customerPostcode: text(4) }).optional(),
    quoteNumber: insurerNumber,
  }),
})

const paymentUrls = z.strictObject({
  cancelUrl: text(500),
  failureUrl: text(500),
  successUrl: text(500),
  /** The page takes all of them and no other: a list with one missing would promise what it does not do. */
  supportedCardTypes: z
    .array(z.enum(cardSchemes))
    .length(cardSchemes.length)
    .refine(sent => cardSchemes.every(scheme => sent.includes(scheme)), 'is not VISA, MASTER and AMEX'),
  enable3DS: z.literal(true),
  /** Addition: the version whose price the customer was shown; another one is not sold in its place. */
  policyHistory: history.optional(),
  recaptchaResponse: captchaToken,
})

const paymentPage = z.object({ data: z.object({ attributes: z.object({ url: z.string() }) }) })

export const policyEndpoints = defineEndpoints({
  quoteBind: {
    method: 'POST',
    path: '/vero/quote/bind',
    access: 'bearer',
    captcha: 'bind',
    body: z.strictObject({
      attributes: bindAttributes,
      type: text(40).optional(),
      id: quoteId,
      recaptchaResponse: captchaToken,
    }),
    reply: z.object({ policyNumber: z.string() }),
    problems: [...refusalUnlessOpen, 'REJECTED', 'STALE'],
  },
  paymentCreate: {
    method: 'POST',
    path: '/vero/payment/create',
    access: 'bearer',
    captcha: 'payment',
    body: paymentUrls,
    reply: paymentPage,
    problems: [...refusalUnlessOpen, 'REJECTED', 'STALE', 'PARTNER_UNAVAILABLE'],
  },
  paymentRetry: {
    method: 'POST',
    path: '/vero/payment/retry',
    access: 'passThrough',
    captcha: 'payment',
    body: z.strictObject({ uuid: quoteId, recaptchaResponse: captchaToken }),
    reply: paymentPage,
    problems: ['NOT_FOUND', ...refusalUnlessOpen, 'REJECTED', 'PARTNER_UNAVAILABLE'],
  },
  policyRetrieve: {
    method: 'GET',
    path: '/vero/payment/policy/retrieve',
    access: 'passThrough',
    captcha: null,
    query: queryParams({ uuid: queryQuoteId }),
    reply: z.object({
      policyId: z.string().optional(),
      paymentFrequency: z.enum(frequencies).optional(),
      cover: z.enum(coverTypes).optional(),
      amountCovered: z.number().optional(),
      /** Addition: the card was charged and no policy came of it, so all of it goes back. */
      paymentSentBack: z.literal(true).optional(),
      /** Addition: no card payment took anything that is not back, as the partner says. Never told to a stranger. */
      unpaid: z.literal(true).optional(),
    }),
    empty: 202,
    problems: ['TOO_MANY_REQUESTS'],
  },
  directDebitTerm: {
    method: 'GET',
    path: '/vero/document/directdebit/term',
    access: 'bearer',
    captcha: null,
    reply: 'text/html',
    problems: [],
  },
  documentRetrieve: {
    method: 'POST',
    path: '/vero/document/retrieve',
    access: 'passThrough',
    captcha: 'document',
    body: z.strictObject({
      documentType: z.literal('New Business'),
      policyNumber: insurerNumber,
      uuid: quoteId,
      recaptchaResponse: captchaToken,
    }),
    reply: 'application/pdf',
    problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
  /** Addition: the dates of a bought policy for a calendar. */
  calendarRetrieve: {
    method: 'GET',
    path: '/vero/document/calendar',
    access: 'passThrough',
    captcha: null,
    query: queryParams({ uuid: quoteId }),
    reply: 'text/calendar',
    problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
})
