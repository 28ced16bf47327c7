/**
 * Schemas of the JSON columns: the customer's answers and the insurer's latest response. Every row that a
 * purchase reads is checked here; an invalid row is an error that names its table, column and id.
 */
import * as z from 'zod/mini'
import type { CoverChoice } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Cents } from '#journey/money.ts'
import { paymentMethods } from '#journey/payment.ts'
import type { PriceTable } from '#journey/price-table.ts'
import type { QuoteCar } from '#journey/questions/car.ts'
import type { QuotePolicyholders } from '#journey/questions/policyholders.ts'
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
import { transmissions } from '#journey/transmission.ts'

/** The person that a partner registered: each value that it sent and that follows the rules of steps 2 and 4. */
export interface QuoteApplicant {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  /** Digits with the code in front: '0211234567' */
  readonly mobilePhone?: string
}

/** The insurer's quote of partners/insurer/port.ts, with its last day and its imposed excess known. */
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
  /** Set when it may be for other drivers, another car or another address than the quote has now. */
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
 * The row with its JSON columns checked; a column may be null.
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
