/**
 * The issued policy and the saved quote as records, with exactly the data that documents and mails may
 * show.
 */
import type { Address } from './address.ts'
import type { Transmission } from './car-value.ts'
import type { CoverChoice } from './cover.ts'
import type { NzDay } from './dates.ts'
import type { Cents } from './money.ts'
import type { ApplicantType, Driver, Policyholder } from './people.ts'
import type { Indicators } from './questions/indicators.ts'

export interface InsuredCar {
  readonly plate: string
  readonly description: string
  readonly transmission: Transmission
  /** Empty when the car is not financed. */
  readonly financeCompany: string
}

export interface PremiumRecord {
  readonly annualCents: Cents
  /** The amount of one payment; the whole premium for ANNUAL. */
  readonly instalmentCents: Cents
  /** The sum of the year's payments. */
  readonly yearTotalCents: Cents
  readonly steps: readonly { readonly code: string; readonly amountCents: Cents }[]
}

export interface QuoteRecord {
  readonly quoteNumber: string
  readonly validUntil: NzDay
  readonly car: InsuredCar
  /** Whole dollars; 0 for third party property. */
  readonly carValueDollars: number
  readonly excessDollars: number
  readonly choice: CoverChoice
  readonly premium: PremiumRecord
  readonly drivers: readonly Driver[]
}

/** The proof that the customer agreed to the direct debit terms: when, to which text, and from where. No bank data. */
export interface TermsConsent {
  /** ISO instant. */
  readonly agreedAt: string
  /** The version of the terms' text. */
  readonly version: string
  /** SHA-256 of the text as it was sent, in hex; null for a version that is not the one this server sends. */
  readonly textSha256: string | null
  /** The sentences that the customer ticked. */
  readonly ticked: readonly string[]
  readonly ip: string
  readonly userAgent: string
}

export interface PolicyRecord extends Omit<QuoteRecord, 'validUntil'> {
  readonly policyNumber: string
  /** ISO instant at which the customer bought: the card payment by the partner's clock, or the arrival of the bind. */
  readonly boughtAt?: string
  /** ISO instant at which the insurer's acceptance was received, perhaps days later. */
  readonly issuedAt: string
  /** Versions of the documents at the time of issue. */
  readonly documentVersions: { readonly wording: string; readonly schedule: string }
  /** Cover ends as this day begins: one year after choice.startDate. */
  readonly endDate: NzDay
  readonly applicantType: ApplicantType
  /** Empty for private applicants. */
  readonly businessName: string
  readonly policyholders: readonly Policyholder[]
  readonly postalAddress: Address
  readonly riskAddress: Address
  /** The yes/no answers that the policy is based on. */
  readonly indicators: Indicators
  readonly payment: {
    readonly method: 'card' | 'bank'
    /** By card the day of the payment; by bank the day that the customer chose, or else the first day of cover. */
    readonly firstDebit: NzDay
    /** The day from which later instalments are counted. */
    readonly countedFrom: NzDay
    readonly amountCents: Cents
    /** '••-••••-•••••00-00' or 'Visa ending in 1111'. */
    readonly maskedSource: string
    /** Null for cards. */
    readonly terms: TermsConsent | null
  }
}

/**
 * A policy number as the part of an id before its '@' (a Message-ID, a UID). An insurer's number may contain blanks, dots and
 * slashes, so everything but letters, digits, hyphen and underscore is percent-encoded.
 */
export const numberInId = (policyNumber: string): string =>
  encodeURIComponent(policyNumber).replace(
    /[.!~*'()]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
