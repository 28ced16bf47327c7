/** Endpoints of a quote: create (with three kinds of body), amend, retrieve and e-mail. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { refusalUnlessOpen } from './problems.ts'
import {
  captchaToken,
  day,
  email,
  queryParams,
  queryQuoteId,
  quoteId,
  text,
  typedQuoteNumber,
} from './schemas/common.ts'
import { quoteReply } from './schemas/quote.ts'
import { carDetails, policyholders, prospect, rated } from './schemas/quote-create.ts'

export const quoteEndpoints = defineEndpoints({
  prospectCar: {
    method: 'GET',
    path: '/vero/prospect/car',
    access: 'passThrough',
    captcha: 'retrieve',
    query: queryParams({
      id: queryQuoteId.optional(),
      quoteNum: typedQuoteNumber.optional(),
    }),
    reply: prospect,
    empty: 204,
    logEmptyAsFailedLookup: true,
    problems: ['TOO_MANY_REQUESTS'],
  },
  quoteCreate: {
    method: 'POST',
    path: '/vero/quote/create',
    access: 'bearer',
    captcha: 'quote',
    /** The car's body, whose line of the specification has no token: a captcha stood before the registration it goes with. */
    captchaExemptField: 'vehicleDetails',
    /** Three bodies in one call, told apart by their shape: car, rated drivers and cover, policyholders. */
    body: z.union([rated, policyholders, carDetails]),
    reply: z.union([quoteReply, z.object({ quoteId: z.string(), status: z.string() })]),
    empty: 204,
    problems: [
      ...refusalUnlessOpen,
      'NOT_INSURABLE',
      'PARTNER_UNAVAILABLE',
      'STALE',
      'CAPTCHA_REQUIRED',
      'TOO_MANY_REQUESTS',
    ],
  },
  quoteAmend: {
    method: 'POST',
    path: '/vero/quote/amend',
    access: 'bearer',
    captcha: 'quote',
    body: rated,
    reply: quoteReply,
    empty: 204,
    problems: [...refusalUnlessOpen, 'NOT_INSURABLE', 'PARTNER_UNAVAILABLE', 'STALE'],
  },
  quoteRetrieve: {
    method: 'POST',
    path: '/vero/quote/retrieve',
    access: 'open',
    captcha: 'retrieve',
    /** The specification's line can be read both ways: number and type among the attributes, or beside them. One number of the two. */
    body: z
      .strictObject({
        attributes: z.strictObject({
          insuredDetails: z.strictObject({ customerDob: day, customerPostcode: text(4) }),
          quoteNumber: typedQuoteNumber.optional(),
          type: text(40).optional(),
        }),
        quoteNumber: typedQuoteNumber.optional(),
        type: text(40).optional(),
        recaptchaResponse: captchaToken,
      })
      .refine(body => (body.attributes.quoteNumber === undefined) !== (body.quoteNumber === undefined), {
        path: ['attributes', 'quoteNumber'],
        message: 'is needed once, here or beside the attributes',
      }),
    /**
     * Beside the quote: the session of it, for a visitor who came without a link. `data` is away while there is no price,
     * as after another car, or after answers that nobody is insured with.
     */
    reply: quoteReply.partial().extend({ id: z.string(), JWT: z.string(), prospect }),
    empty: 204,
    logEmptyAsFailedLookup: true,
    opensSession: true,
    problems: ['TOO_MANY_REQUESTS'],
  },
  emailQuote: {
    method: 'POST',
    path: '/vero/prospects/email-quote',
    access: 'passThrough',
    captcha: 'email',
    body: z.strictObject({ id: quoteId, email, recaptchaResponse: captchaToken }),
    reply: z.object({ sent: z.literal(true) }),
    problems: ['NOT_FOUND', ...refusalUnlessOpen, 'TOO_MANY_REQUESTS'],
  },
})
