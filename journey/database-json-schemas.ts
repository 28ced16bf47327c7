/** Schemas of the JSON in database columns, so that no incomplete data reaches an insurer or a customer. */
import * as z from 'zod/mini'
import { type Address, mapAddressParts } from './address.ts'
import { type CoverChoice, coverTypes, frequencies, voluntaryExcessChoices } from './cover.ts'
import { isNzDay } from './dates.ts'
import { incidentCounts, incidentTypes } from './incidents.ts'
import { type Driver, driverPositions, type Policyholder, titles } from './people.ts'
import type { PriceTable } from './price-table.ts'
import { type Indicators, mapIndicators } from './questions/yes-no-questions.ts'

/** The type of a stored value: read-only, and without the fields that a newer version may have added. */
export type Stored<Schema extends z.ZodMiniType> = Known<z.output<Schema>>
type Known<T> = T extends readonly (infer Item)[]
  ? readonly Known<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as string extends Key ? never : Key]: Known<T[Key]> }
    : T

/** The message names the table, the column, the row and the fields that do not fit, and never their contents. */
export class StoredJsonError extends Error {
  override name = 'StoredJsonError'
}

/**
 * @param where the table, the column and the row: 'quote.drivers of 0197…'
 * @throws StoredJsonError
 */
export function parseStored<T>(shape: z.ZodMiniType<T>, json: unknown, where: string): T {
  const read = shape.safeParse(json)
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path, code }) => `${path.join('.') || 'all of it'} (${code})`)
  throw new StoredJsonError(`${where} does not fit its shape: ${[...new Set(wrong)].join(', ')}`)
}

/**
 * Parses JSON text and validates it like `parseStored`.
 * @throws StoredJsonError
 */
export function parseStoredText<T>(shape: z.ZodMiniType<T>, text: string, where: string): T {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new StoredJsonError(`${where} is no JSON`)
  }
  return parseStored(shape, json, where)
}

export const storedCents = z.int()
export const storedDay = z.string().check(z.refine(isNzDay))

export const storedAddress: z.ZodMiniType<Address> = z.looseObject({
  addressId: z.string(),
  postcode: z.string(),
  suburb: z.string(),
  city: z.string(),
  signature: z.string(),
  addressInBrokenDownForm: z.looseObject(mapAddressParts(() => z.string())),
  addressInFreeForm: z.looseObject({ addressLine1: z.string(), addressLine2: z.string() }),
})

export const storedDriver: z.ZodMiniType<Driver> = z.looseObject({
  type: z.enum(driverPositions),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: storedDay,
  incidentCount: z.enum(incidentCounts),
  incidents: z.array(z.looseObject({ claimCode: z.enum(incidentTypes), month: z.int(), year: z.int() })),
})

export const storedIndicators: z.ZodMiniType<Indicators> = z.looseObject(mapIndicators(() => z.boolean()))

export const storedPolicyholder: z.ZodMiniType<Policyholder> = z.looseObject({
  title: z.enum(titles),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: storedDay,
  email: z.string(),
  mobile: z.string(),
})

export const storedCoverChoice: z.ZodMiniType<CoverChoice> = z.looseObject({
  cover: z.enum(coverTypes),
  voluntaryExcess: z.literal(voluntaryExcessChoices),
  frequency: z.enum(frequencies),
  startDate: storedDay,
  excessFreeWindow: z.boolean(),
  hireCar: z.boolean(),
  roadsideAssistance: z.boolean(),
})

/** The steps of a price; an insurer may have codes of its own. */
export const storedPremiumComponents = z.array(z.looseObject({ code: z.string(), amountCents: storedCents }))
const prices: z.ZodMiniType<PriceTable> = z.record(z.enum(coverTypes), z.array(storedCents))

export const storedQuoteVersion = z.looseObject({
  lastModifiedDatetime: z.string(),
  lastModifiedUserId: z.string(),
})

export const storedInsurerQuote = z.looseObject({
  quoteNumber: z.string(),
  annualCents: storedCents,
  instalmentCents: storedCents,
  imposedExcessDollars: z.number(),
  choice: storedCoverChoice,
  carValueDollars: z.number(),
  steps: storedPremiumComponents,
  validUntil: storedDay,
  history: storedQuoteVersion,
})

/** An insurer's quote with its price table; null when the insurer sends none. */
export const storedInsurerQuoteWithPriceTable = z.extend(storedInsurerQuote, {
  priceTable: z.nullable(prices),
})

export const storedCard = z.looseObject({ scheme: z.string(), lastDigits: z.string() })
