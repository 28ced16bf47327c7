/** Request and reply schemas of the quote calls: create (with three kinds of body), amend, retrieve and e-mail. */
import { z } from 'zod'
import {
  captchaToken,
  day,
  email,
  queryParams,
  queryQuoteId,
  quoteId,
  quoteNumberInput,
  text,
} from './common.ts'
import { quoteReply } from './quote.ts'
import { carDetails, policyholders, prospect, rated } from './quote-create.ts'

export const quoteCallSchemas = {
  prospectCar: {
    query: queryParams({
      id: queryQuoteId.optional(),
      quoteNum: quoteNumberInput.optional(),
    }),
    reply: prospect,
  },
  quoteCreate: {
    /** One of three bodies, recognised by its shape: car, rated drivers and cover, or policyholders. */
    body: z.union([rated, policyholders, carDetails]),
    reply: z.union([quoteReply, z.object({ quoteId: z.string(), status: z.string() })]),
  },
  quoteAmend: {
    body: rated,
    reply: quoteReply,
  },
  quoteRetrieve: {
    /**
     * The specification can be read both ways: quote number and type inside the attributes, or beside them.
     * The number is needed in exactly one of the two places.
     */
    body: z
      .strictObject({
        attributes: z.strictObject({
          insuredDetails: z.strictObject({ customerDob: day, customerPostcode: text(4) }),
          quoteNumber: quoteNumberInput.optional(),
          type: text(40).optional(),
        }),
        quoteNumber: quoteNumberInput.optional(),
        type: text(40).optional(),
        recaptchaResponse: captchaToken,
      })
      .refine(body => (body.attributes.quoteNumber === undefined) !== (body.quoteNumber === undefined), {
        path: ['attributes', 'quoteNumber'],
        message: 'is needed once, here or beside the attributes',
      }),
    /**
     * The quote and its session, for a client without a link. `data` is missing while there is no price, as
     * after a change of car, or after answers that cannot be insured.
     */
    reply: quoteReply.partial().extend({ id: z.string(), JWT: z.string(), prospect }),
  },
  emailQuote: {
    body: z.strictObject({ id: quoteId, email, recaptchaResponse: captchaToken }),
    reply: z.object({ sent: z.literal(true) }),
  },
}
