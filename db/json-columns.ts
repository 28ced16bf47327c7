/**
 * Schemas of the JSON columns: the customer's answers and the insurer's latest response. Every row that a
 * purchase reads is checked here; an invalid row is an error that names its table, column and id.
 */
import * as z from 'zod/mini'
import type { Address } from '#journey/address.ts'
import type { CoverChoice } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Cents } from '#journey/money.ts'
import { type PaymentMethod, paymentMethods } from '#journey/payment.ts'
import type { Policyholder } from '#journey/people.ts'
import type { PriceTable } from '#journey/price-table.ts'
import {
  readStored,
  storedAddress,
  storedChoice,
  storedDay,
  storedDriver,
  storedIndicators,
  storedPolicyholder,
  storedPolicyRecord,
  storedPriceWithTable,
} from '#journey/stored-json.ts'
import { type Transmission, transmissions } from '#journey/transmission.ts'

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
  readonly requiresReprice?: true
}

const quoteCar: z.ZodMiniType<QuoteCar> = z.looseObject({
  transmission: z.enum(transmissions),
  vehicleKey: z.string(),
  model: z.string(),
  valueDollars: z.number(),
  financeCompany: z.string(),
})

const quotePolicyholders: z.ZodMiniType<QuotePolicyholders> = z.looseObject({
  policyholders: z.array(storedPolicyholder),
  businessName: z.string(),
  postalAddress: storedAddress,
  paymentMethod: z.nullable(z.enum(paymentMethods)),
  paymentStart: z.nullable(storedDay),
})

const insurerQuote: z.ZodMiniType<InsurerQuoteColumn> = z.extend(storedPriceWithTable, {
  requiresReprice: z.exactOptional(z.literal(true)),
})

const shapes = {
  quote: {
    car: quoteCar,
    risk_address: storedAddress,
    drivers: z.array(storedDriver),
    indicators: storedIndicators,
    choice: storedChoice,
    policyholders: quotePolicyholders,
    insurer_quote: insurerQuote,
  },
  policy: { record: storedPolicyRecord },
} as const

/**
 * The row as it was read, its JSON checked; null is taken in every column that may be null by itself.
 * @throws StoredJsonError
 */
export function checkedRow<R extends object>(table: keyof typeof shapes, id: string, row: R): R {
  const read: Record<string, unknown> = {}
  for (const [column, shape] of Object.entries(shapes[table])) {
    const json: unknown = row[column as keyof R]
    if (json !== null) read[column] = readStored<unknown>(shape, json, `${table}.${column} of ${id}`)
  }
  return { ...row, ...read }
}
