/** The issued policy and the saved quote, with only the data that documents and e-mails may show, as schemas and types. */
import * as z from 'zod/mini'
import {
  type Stored,
  storedAddress,
  storedCents,
  storedCoverChoice,
  storedDay,
  storedDriver,
  storedIndicators,
  storedPolicyholder,
  storedPremiumComponents,
} from './database-json-schemas.ts'
import type { NzDay } from './dates.ts'
import { applicantTypes } from './people.ts'
import { transmissions } from './plate-and-car-value.ts'

const insuredCar = z.looseObject({
  plate: z.string(),
  description: z.string(),
  transmission: z.enum(transmissions),
  /** Empty when the car is not financed. */
  financeCompany: z.string(),
})
export type InsuredCar = Stored<typeof insuredCar>

const premium = z.looseObject({
  annualCents: storedCents,
  /** The amount of one payment; the whole premium for ANNUAL. */
  instalmentCents: storedCents,
  yearTotalCents: storedCents,
  steps: storedPremiumComponents,
})
export type PremiumRecord = Stored<typeof premium>

/** The proof that the customer agreed to the direct debit terms: when, to which text, and from where. No bank data. */
export const termsConsentSchema = z.looseObject({
  /** ISO instant. */
  agreedAt: z.string(),
  version: z.string(),
  /** SHA-256 of the text as it was sent, in hex; null for a version that is not the one this server sends. */
  textSha256: z.nullable(z.string()),
  /** The sentences that the customer ticked. */
  ticked: z.array(z.string()),
  ip: z.string(),
  userAgent: z.string(),
})
export type TermsConsent = Stored<typeof termsConsentSchema>

export const policyRecordSchema = z.looseObject({
  policyNumber: z.string(),
  quoteNumber: z.string(),
  /** ISO instant at which the customer bought: the card payment by the partner's clock, or the arrival of the bind. */
  boughtAt: z.exactOptional(z.string()),
  /** ISO instant at which the insurer's acceptance was received, perhaps days later. */
  issuedAt: z.string(),
  documentVersions: z.looseObject({ wording: z.string(), schedule: z.string() }),
  /** Cover ends as this day begins: one year after choice.startDate. */
  endDate: storedDay,
  car: insuredCar,
  /** Whole dollars; 0 for third party property. */
  carValueDollars: z.number(),
  excessDollars: z.number(),
  choice: storedCoverChoice,
  premium,
  drivers: z.array(storedDriver),
  indicators: storedIndicators,
  applicantType: z.enum(applicantTypes),
  /** Empty for private applicants. */
  businessName: z.string(),
  policyholders: z.array(storedPolicyholder),
  postalAddress: storedAddress,
  riskAddress: storedAddress,
  payment: z.looseObject({
    method: z.enum(['card', 'bank']),
    /** By card the day of the payment; by bank the day that the customer chose, or else the first day of cover. */
    firstDebit: storedDay,
    /** The day from which later instalments are counted. */
    countedFrom: storedDay,
    amountCents: storedCents,
    /** '••-••••-•••••00-00' or 'Visa ending in 1111'. */
    maskedSource: z.string(),
    terms: z.nullable(termsConsentSchema),
  }),
})
export type PolicyRecord = Stored<typeof policyRecordSchema>

type QuoteField =
  | 'quoteNumber'
  | 'car'
  | 'carValueDollars'
  | 'excessDollars'
  | 'choice'
  | 'premium'
  | 'drivers'
export interface QuoteRecord extends Pick<PolicyRecord, QuoteField> {
  readonly validUntil: NzDay
}

/** For an id before its '@' (Message-ID, UID): an insurer's number may contain blanks, dots and slashes. */
export const encodePolicyNumberForId = (policyNumber: string): string =>
  encodeURIComponent(policyNumber).replace(
    /[.!~*'()]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
