/** What the JSON columns hold: answers as the customer gave them, and the insurer's newest word. */
import type { Address } from '#journey/address.ts'
import type { CoverChoice } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Cents } from '#journey/money.ts'
import type { PaymentMethod } from '#journey/payment.ts'
import type { Policyholder } from '#journey/people.ts'
import type { PriceTable } from '#journey/price-table.ts'
import type { Transmission } from '#journey/transmission.ts'

export interface QuoteCar {
  readonly transmission: Transmission
  readonly vehicleKey: string
  readonly model: string
  readonly valueDollars: number
  readonly financeCompany: string
}

/** Whom a partner registered: what it sent of them that follows the rules of steps 2 and 4, each left out where it does not. */
export interface QuoteApplicant {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  /** Digits with the code in front: '0211234567' */
  readonly mobilePhone?: string
}

export interface QuoteIndicators {
  readonly businessUse: boolean
  readonly modified: boolean
  readonly criminalRecord: boolean
}

export interface QuotePolicyholders {
  readonly policyholders: readonly Policyholder[]
  readonly businessName: string
  readonly postalAddress: Address
  readonly paymentMethod: PaymentMethod | null
  readonly paymentStart: NzDay | null
}

/** The insurer's answer as partners/insurer/port.ts gives it, with the last day that `valid_until` says beside it. */
export interface InsurerQuoteColumn {
  readonly quoteNumber: string
  readonly annualCents: Cents
  readonly instalmentCents: Cents
  readonly imposedExcessDollars: number
  readonly choice: CoverChoice
  readonly carValueDollars: number
  readonly steps: readonly { readonly code: string; readonly amountCents: Cents }[]
  readonly priceTable: PriceTable | null
  readonly validUntil: NzDay
  readonly history: { readonly lastModifiedDatetime: string; readonly lastModifiedUserId: string }
  /** Set where it is no answer to what stands in this quote: it may be for other drivers, another car, another address. */
  readonly unasked?: true
}
