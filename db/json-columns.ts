/** zod schemas of the JSON columns of quotes, payments and policies; the repositories parse every row with them. */
import * as z from 'zod/mini'
import {
  parseStored,
  type Stored,
  storedAddress,
  storedCard,
  storedCoverChoice,
  storedDay,
  storedDriver,
  storedIndicators,
  storedInsurerQuoteWithPriceTable,
  storedPolicyholder,
} from '#journey/database-json-schemas.ts'
import { paymentMethods } from '#journey/payment-methods.ts'
import { transmissions } from '#journey/plate-and-car-value.ts'
import { policyRecordSchema } from '#journey/policy-record.ts'
import type { QuoteCar } from '#journey/questions/car.ts'
import type { QuotePolicyholders } from '#journey/questions/policyholder.ts'

/** Codes, numbers and ids, never a person's answers. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

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

const insurerQuote = z.extend(storedInsurerQuoteWithPriceTable, {
  /** Set when it may be for other drivers, another car or another address than the quote has now. */
  requiresReprice: z.exactOptional(z.literal(true)),
})
/** The insurer's quote of partners/insurer/port.ts, with its last day and its imposed excess known. */
export type InsurerQuoteColumn = Stored<typeof insurerQuote>

const quoteApplicant = z.looseObject({
  firstName: z.exactOptional(z.string()),
  lastName: z.exactOptional(z.string()),
  email: z.exactOptional(z.string()),
  /** Digits with the code in front: '0211234567' */
  mobilePhone: z.exactOptional(z.string()),
})
/** The person that a partner registered: each value that it sent and that follows the rules of steps 2 and 4. */
export type QuoteApplicant = Stored<typeof quoteApplicant>

const columns = {
  quote: {
    applicant: quoteApplicant,
    car: quoteCar,
    risk_address: storedAddress,
    drivers: z.array(storedDriver),
    indicators: storedIndicators,
    choice: storedCoverChoice,
    policyholders: quotePolicyholders,
    insurer_quote: insurerQuote,
  },
  payment: { card: storedCard },
  policy: { record: policyRecordSchema },
} as const

/**
 * The row with its JSON columns parsed. Null is accepted in every column, because the table says which may be null.
 * @param key of the row, for the error
 * @throws StoredJsonError
 */
export function parseJsonColumns<R extends object>(table: keyof typeof columns, key: string, row: R): R {
  const parsed: Record<string, unknown> = {}
  for (const [column, schema] of Object.entries(columns[table])) {
    const json: unknown = row[column as keyof R]
    if (json !== null) parsed[column] = parseStored<unknown>(schema, json, `${table}.${column} of ${key}`)
  }
  return { ...row, ...parsed }
}
