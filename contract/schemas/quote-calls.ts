/** Request and response schemas of the quote calls: create (with three kinds of body), amend, retrieve and e-mail. */
import { z } from 'zod'
import { coverTypes, frequencies, voluntaryExcessChoices } from '#journey/cover.ts'
import { paymentMethods } from '#journey/payment-methods.ts'
import { maximumDrivers, maximumPolicyholders, nameKey } from '#journey/people.ts'
import { transmissions } from '#journey/plate-and-car-value.ts'
import { mapIndicators } from '#journey/questions/yes-no-questions.ts'
import {
  address,
  addressOrList,
  captchaToken,
  day,
  email,
  freeTextName,
  insurerQuoteNumber,
  lenientQuoteId,
  policyholder,
  queryParams,
  quoteId,
  quoteNumberInput,
  quoteVersion,
  riskAddress,
  text,
  yesNo,
} from './common.ts'
import { coverage, driver, quoteRequestDetails, quoteResponse, requestDriver } from './quote.ts'

const attributes = z.strictObject({
  coverages: z.array(coverage).length(1),
  quoteRequestDetails,
  policyHistory: quoteVersion.optional(),
  quoteNumber: insurerQuoteNumber.optional(),
  declarationAgreed: z.boolean().optional(),
})

const vehicleDetails = z.strictObject({
  transmission: z.enum(transmissions),
  vehicleKey: text(120),
  model: text(200),
  value: z.number().int().min(0).max(999_999_999),
  isFinanced: yesNo,
  financeCompany: text(100).optional(),
})

export const carBody = z.strictObject({
  id: quoteId,
  /** The schedule and its e-mail contain the lender's name. */
  vehicleDetails: vehicleDetails.extend({ financeCompany: freeTextName.optional() }),
  addressDetails: riskAddress,
  recaptchaResponse: captchaToken,
})

const ratedBody = z.strictObject({
  id: quoteId,
  drivers: z.array(requestDriver).min(1).max(maximumDrivers),
  attributes,
  recaptchaResponse: captchaToken,
})

/** At most one business takes out a policy: each policyholder may have its name, and none another name. */
const policyholders = z
  .array(policyholder)
  .min(1)
  .max(maximumPolicyholders)
  .superRefine((sent, context) => {
    for (const [place, { businessName = '' }] of sent.entries())
      if (businessName !== '' && nameKey(businessName) !== nameKey(sent[0]?.businessName ?? ''))
        context.addIssue({
          code: 'custom',
          path: [place, 'businessName'],
          message: 'is not that of the first policyholder',
        })
  })

export const policyholdersBody = z.strictObject({
  id: quoteId,
  policyHolderDetails: z.union([policyholders, policyholder.transform(one => [one])]),
  addressDetails: addressOrList,
  /** Additions: how and from when the customer means to pay. */
  paymentMethod: z.enum(paymentMethods).optional(),
  paymentStartDate: day.optional(),
  recaptchaResponse: captchaToken,
})

/** A stored quote in a response; people are absent if the client may not see them. */
const prospect = z.object({
  quoteId: z.string(),
  /** BINDING: the policy is ordered and the insurer has not responded yet. */
  status: z.enum(['DRAFT', 'QUOTED', 'BINDING', 'CONVERTED', 'EXPIRED', 'OFFLINE', 'DECLINED']),
  quoteNumber: z.string().optional(),
  cover: z.enum(coverTypes).optional(),
  /** Addition: the quote has people's answers, and this client must confirm their identity to see them. */
  needsIdentityCheck: z.boolean(),
  vehicle: z.object({ regNumber: z.string() }),
  /** Addition: a partner sold the quote, by a link with its id or under its own brand. */
  isPartnerQuote: z.boolean(),
  /** The main driver's names, or before step 2 the person that a partner registered. Additions: the contact, source and partner. */
  applicant: z
    .object({
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      email: z.string().optional(),
      mobilePhone: z.string().optional(),
      source: z.string().optional(),
      partnerId: z.string().optional(),
    })
    .optional(),
  vehicleDetails: vehicleDetails.optional(),
  addressDetails: z.array(address),
  drivers: z.array(driver),
  indicators: z.object(mapIndicators(() => yesNo)).optional(),
  policyHolderDetails: z.array(policyholder),
  /** Additions: how and from when the customer means to pay, as step 4 sent it. */
  paymentMethod: z.enum(paymentMethods).optional(),
  paymentStartDate: z.string().optional(),
  quote: quoteResponse.optional(),
  /** Addition: whether the customer agreed to the declaration of step 3 for the current price. Absent without a price. */
  declarationAgreed: z.boolean().optional(),
  /** Addition: the choice of step 3, also while there is no price for it. */
  choice: z
    .object({
      cover: z.enum(coverTypes),
      voluntaryExcess: z.literal(voluntaryExcessChoices),
      excessFreeWindow: z.boolean(),
      hireCar: z.boolean(),
      roadsideAssistance: z.boolean(),
      frequency: z.enum(frequencies),
      startDate: z.string(),
    })
    .optional(),
})

export const quoteCallSchemas = {
  prospectCar: {
    query: queryParams({ id: lenientQuoteId.optional(), quoteNum: quoteNumberInput.optional() }),
    reply: prospect,
  },
  quoteCreate: {
    /** One of three bodies, recognised by its shape: car, rated drivers and cover, or policyholders. */
    body: z.union([ratedBody, policyholdersBody, carBody]),
    reply: z.union([quoteResponse, z.object({ quoteId: z.string(), status: z.string() })]),
  },
  quoteAmend: { body: ratedBody, reply: quoteResponse },
  quoteRetrieve: {
    /** The specification is ambiguous: quote number and type are inside the attributes, or beside them. */
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
        message: 'is required exactly once, here or beside the attributes',
      }),
    /** The reply to a client without a link; `data` is missing while there is no price. */
    reply: quoteResponse.partial().extend({ id: z.string(), JWT: z.string(), prospect }),
  },
  emailQuote: {
    body: z.strictObject({ id: quoteId, email, recaptchaResponse: captchaToken }),
    reply: z.object({ sent: z.literal(true) }),
  },
}
