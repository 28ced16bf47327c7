/** Request and response schemas of the calls that buy and read a policy and its documents. */
import { z } from 'zod'
import { accountPattern } from '#journey/bank-account.ts'
import { coverTypes, frequencies } from '#journey/cover.ts'
import { cardSchemes } from '#journey/payment-methods.ts'
import { isBlankName, maximumDrivers, maximumPolicyholders } from '#journey/people.ts'
import {
  captchaToken,
  day,
  email,
  freeTextName,
  insurerQuoteNumber,
  lenientQuoteId,
  mobile,
  personName,
  plate,
  policyholder,
  postalAddress,
  queryParams,
  quoteId,
  quoteVersion,
  text,
} from './common.ts'
import { riskDriver } from './quote.ts'

const isNotBlank = (value: string): boolean => !isBlankName(value)

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

const boundDriver = riskDriver.required({ givenName: true, surname: true })

export const bindAttributes = z.strictObject({
  bindPolicyParties: z.strictObject({
    primaryPolicyHolder: z.strictObject({
      individualPolicyHolder: individual,
      businessName: freeTextName.optional(),
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
      authorizerName: freeTextName.refine(isNotBlank, 'is blank'),
      bankAccountName: freeTextName.refine(isNotBlank, 'is blank'),
      bankAccountNumber: text(19).regex(accountPattern),
    }),
    instalmentDebitDay: z.number().int().min(1).max(31),
    /** Additions to the specification: the full date of the first debit, and the version of the direct debit terms. */
    paymentStartDate: day.optional(),
    directDebitTermsVersion: text(40).optional(),
  }),
  policyHistory: quoteVersion.optional(),
  postalAddress,
  questions: z.array(z.strictObject({ code: z.enum(['003', '004']), answer: z.literal('N') })).length(2),
  quoteDetails: z.strictObject({
    insuredDetails: z.strictObject({ customerDob: day, customerPostcode: text(4) }).optional(),
    quoteNumber: insurerQuoteNumber,
  }),
})

const paymentUrls = z.strictObject({
  cancelUrl: text(500),
  failureUrl: text(500),
  successUrl: text(500),
  /** The card page accepts exactly these schemes, so any other list is rejected. */
  supportedCardTypes: z
    .array(z.enum(cardSchemes))
    .length(cardSchemes.length)
    .refine(sent => cardSchemes.every(scheme => sent.includes(scheme)), 'is not VISA, MASTER and AMEX'),
  enable3DS: z.literal(true),
  /** Addition: the quote version whose price the customer saw. Another version is not sold. */
  policyHistory: quoteVersion.optional(),
  recaptchaResponse: captchaToken,
})

const paymentPage = z.object({ data: z.object({ attributes: z.object({ url: z.string() }) }) })

export const policyCallSchemas = {
  quoteBind: {
    body: z.strictObject({
      attributes: bindAttributes,
      type: text(40).optional(),
      id: quoteId,
      recaptchaResponse: captchaToken,
    }),
    reply: z.object({ policyNumber: z.string() }),
  },
  paymentCreate: { body: paymentUrls, reply: paymentPage },
  paymentRetry: {
    body: z.strictObject({ uuid: quoteId, recaptchaResponse: captchaToken }),
    reply: paymentPage,
  },
  policyRetrieve: {
    query: queryParams({ uuid: lenientQuoteId }),
    reply: z.object({
      policyId: z.string().optional(),
      paymentFrequency: z.enum(frequencies).optional(),
      cover: z.enum(coverTypes).optional(),
      amountCovered: z.number().optional(),
      /** Addition: a card payment that bought no policy is refunded. With a policy: another payment than its own. */
      refundDueOrDone: z.literal(true).optional(),
      /** Addition: the partner says that no card payment is outstanding or unrefunded. Only the owner sees it. */
      unpaid: z.literal(true).optional(),
    }),
  },
  directDebitTerm: {},
  documentRetrieve: {
    body: z.strictObject({
      documentType: z.literal('New Business'),
      policyNumber: insurerQuoteNumber,
      uuid: quoteId,
      recaptchaResponse: captchaToken,
    }),
  },
  calendarRetrieve: { query: queryParams({ uuid: quoteId }) },
}
