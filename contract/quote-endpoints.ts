/** Calls about a quote: created in three parts, amended, found again, sent by mail. */
import { z } from 'zod'
import { declareCalls } from './endpoint.ts'
import { unlessOpen } from './problems.ts'
import {
  asked,
  askedQuoteId,
  captchaToken,
  day,
  email,
  quoteId,
  text,
  typedQuoteNumber,
} from './schemas/common.ts'
import { quoteReply } from './schemas/quote.ts'
import { carDetails, policyholders, prospect, rated } from './schemas/quote-create.ts'

export const quoteCalls = declareCalls({
  prospectCar: {
    method: 'GET',
    path: '/vero/prospect/car',
    who: 'passThrough',
    captcha: 'retrieve',
    query: asked({
      id: askedQuoteId.optional(),
      quoteNum: typedQuoteNumber.optional(),
    }),
    reply: prospect,
    empty: 204,
    emptyIsMiss: true,
    problems: ['TOO_MANY_REQUESTS'],
  },
  quoteCreate: {
    method: 'POST',
    path: '/vero/quote/create',
    who: 'bearer',
    captcha: 'quote',
    /** The car's body, whose line of the specification has no token: a captcha stood before the registration it goes with. */
    noCaptchaWith: 'vehicleDetails',
    /** Three bodies in one call, told apart by their shape: car, rated drivers and cover, policyholders. */
    body: z.union([rated, policyholders, carDetails]),
    reply: z.union([quoteReply, z.object({ quoteId: z.string(), status: z.string() })]),
    empty: 204,
    problems: [
      ...unlessOpen,
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
    who: 'bearer',
    captcha: 'quote',
    body: rated,
    reply: quoteReply,
    empty: 204,
    problems: [...unlessOpen, 'NOT_INSURABLE', 'PARTNER_UNAVAILABLE', 'STALE'],
  },
  quoteRetrieve: {
    method: 'POST',
    path: '/vero/quote/retrieve',
    who: 'open',
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
    emptyIsMiss: true,
    opensSession: true,
    problems: ['TOO_MANY_REQUESTS'],
  },
  emailQuote: {
    method: 'POST',
    path: '/vero/prospects/email-quote',
    who: 'passThrough',
    captcha: 'email',
    body: z.strictObject({ id: quoteId, email, recaptchaResponse: captchaToken }),
    reply: z.object({ sent: z.literal(true) }),
    problems: ['NOT_FOUND', ...unlessOpen, 'TOO_MANY_REQUESTS'],
  },
})
