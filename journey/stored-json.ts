/**
 * Schemas of the JSON in database columns: people, addresses, covers and prices. Code that reads such JSON
 * validates it here. A row that does not fit throws an error that names the row, so no incomplete data
 * reaches an insurer or a customer.
 */
import * as z from 'zod/mini'
import { type Address, mapAddressParts } from './address.ts'
import { transmissions } from './car-value.ts'
import { type CoverChoice, coverTypes, frequencies, voluntaryExcessSteps } from './cover.ts'
import { isNzDay } from './dates.ts'
import { claimCodes, incidentCounts } from './incidents.ts'
import { applicantTypes, type Driver, driverTypes, type Policyholder, titles } from './people.ts'
import type { PolicyRecord, TermsConsent } from './policy-record.ts'
import type { PriceTable } from './price-table.ts'
import { type Indicators, mapIndicators } from './questions/indicators.ts'

/** Its message has the table, the column, the row and the fields that do not fit, and never their contents. */
export class StoredJsonError extends Error {
  override name = 'StoredJsonError'
}

/**
 * @param where the table, the column and the row: 'quote.drivers of 0197…'
 * @throws StoredJsonError
 */
export function readStored<T>(shape: z.ZodMiniType<T>, json: unknown, where: string): T {
  const read = shape.safeParse(json)
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path, code }) => `${path.join('.') || 'all of it'} (${code})`)
  throw new StoredJsonError(`${where} does not fit its shape: ${[...new Set(wrong)].join(', ')}`)
}

/** Does the same for JSON that is still text. */
export function readStoredText<T>(shape: z.ZodMiniType<T>, text: string, where: string): T {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new StoredJsonError(`${where} is no JSON`)
  }
  return readStored(shape, json, where)
}

const cents = z.int()
const dollars = z.number()
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
  type: z.enum(driverTypes),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: storedDay,
  incidentCount: z.enum(incidentCounts),
  incidents: z.array(z.looseObject({ claimCode: z.enum(claimCodes), month: z.int(), year: z.int() })),
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

export const storedChoice: z.ZodMiniType<CoverChoice> = z.looseObject({
  cover: z.enum(coverTypes),
  voluntaryExcess: z.literal(voluntaryExcessSteps),
  frequency: z.enum(frequencies),
  startDate: storedDay,
  excessFreeWindow: z.boolean(),
  hireCar: z.boolean(),
  roadsideAssistance: z.boolean(),
})

const steps = z.array(z.looseObject({ code: z.string(), amountCents: cents }))
const prices: z.ZodMiniType<PriceTable> = z.record(z.enum(coverTypes), z.array(cents))

/** The insurer's version mark for a state of its quote. */
export const storedHistory = z.looseObject({
  lastModifiedDatetime: z.string(),
  lastModifiedUserId: z.string(),
})

/** An insurer's quote without its price table. */
export const storedPrice = z.looseObject({
  quoteNumber: z.string(),
  annualCents: cents,
  instalmentCents: cents,
  imposedExcessDollars: dollars,
  choice: storedChoice,
  carValueDollars: dollars,
  steps,
  validUntil: storedDay,
  history: storedHistory,
})

/** An insurer's quote with its price table; null when the insurer sends none. */
export const storedPriceWithTable = z.extend(storedPrice, { priceTable: z.nullable(prices) })

/** The card used for the payment, as mails name it. */
export const storedCard = z.looseObject({ scheme: z.string(), lastDigits: z.string() })

export const storedTerms: z.ZodMiniType<TermsConsent> = z.looseObject({
  agreedAt: z.string(),
  version: z.string(),
  textSha256: z.nullable(z.string()),
  ticked: z.array(z.string()),
  ip: z.string(),
  userAgent: z.string(),
})

export const storedPolicyRecord: z.ZodMiniType<PolicyRecord> = z.looseObject({
  policyNumber: z.string(),
  quoteNumber: z.string(),
  boughtAt: z.exactOptional(z.string()),
  issuedAt: z.string(),
  documentVersions: z.looseObject({ wording: z.string(), schedule: z.string() }),
  endDate: storedDay,
  car: z.looseObject({
    plate: z.string(),
    description: z.string(),
    transmission: z.enum(transmissions),
    financeCompany: z.string(),
  }),
  carValueDollars: dollars,
  excessDollars: dollars,
  choice: storedChoice,
  premium: z.looseObject({
    annualCents: cents,
    instalmentCents: cents,
    yearTotalCents: cents,
    steps,
  }),
  drivers: z.array(storedDriver),
  indicators: storedIndicators,
  applicantType: z.enum(applicantTypes),
  businessName: z.string(),
  policyholders: z.array(storedPolicyholder),
  postalAddress: storedAddress,
  riskAddress: storedAddress,
  payment: z.looseObject({
    method: z.enum(['card', 'bank']),
    firstDebit: storedDay,
    countedFrom: storedDay,
    amountCents: cents,
    maskedSource: z.string(),
    terms: z.nullable(storedTerms),
  }),
})
