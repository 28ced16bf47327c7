/**
 * The parsers of a partner insurer's responses, for its adapter: section 7 of the specification with the
 * additions of decision 0005. An invalid response becomes null, which the adapter treats as no response.
 */
import { z } from 'zod'
import { coverTypes, frequencies, standardExcessDollars } from '#journey/cover.ts'
import { sumInsuredFrom } from '#journey/cover-compensations.ts'
import type { NzDay } from '#journey/dates.ts'
import { wireToCents } from '#journey/money.ts'
import { instalmentLoadingCode, type PriceTable, pricedChoices } from '#journey/price-table.ts'
import { toSingleLine } from '#partners/http.ts'
import { type InsurerQuote, isPolicyNumber } from './port.ts'
import {
  carValueDollars,
  coverage,
  decodeChoice,
  nzDaySchema,
  quoteNumberPattern,
  quoteNumberText,
} from './wire.ts'

/** At least one cent. Fractions of a cent are not rounded, because they indicate another unit. */
const price = z
  .number()
  .min(0.01)
  .max(1_000_000)
  .refine(dollars => Math.abs(dollars * 100 - wireToCents(dollars)) < 1e-4)
const wholeDollars = z.number().int().min(0).max(10_000_000)
const policyNumberText = z.string().trim().refine(isPolicyNumber)
/** Returned unchanged to the insurer, so a value with characters that our calls do not allow is invalid. */
const printableText = z.string().regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u)
/** The limit of a model's description in our own calls (contract/schemas/quote-calls.ts). */
const maximumDescriptionLength = 200

const cents = z.array(z.number().int().min(0).max(100_000_000)).readonly()

const attributes = z.object({
  policyComponent: z.object({
    premium: z.object({ grossPremium: price, installmentAmount: z.number().max(1_000_000).nullish() }),
    coverages: z.tuple([coverage.extend({ imposedExcess: wholeDollars.nullish() })]),
  }),
  policyDetails: z.object({
    quoteNum: quoteNumberText,
    billingInfo: z.object({ frequency: z.enum(frequencies) }),
  }),
  policyHistory: z.object({
    lastModifiedDatetime: printableText.min(1).max(40),
    lastModifiedUserId: printableText.max(60),
  }),
  policyInceptionDate: nzDaySchema.nullish(),
  validUntil: nzDaySchema.nullish(),
  priceSteps: z
    .array(z.object({ code: z.string().max(60), amount: z.number() }))
    .max(60)
    .nullish(),
  priceTable: z.object({ COMPREHENSIVE: cents, THIRD_PARTY_FIRE_THEFT: cents, THIRD_PARTY: cents }).nullish(),
})
type QuoteAttributes = z.output<typeof attributes>

/** Annual payments need no instalment amount. */
const priced = attributes.refine(
  ({ policyComponent, policyDetails }) =>
    policyDetails.billingInfo.frequency === 'ANNUAL' ||
    price.safeParse(policyComponent.premium.installmentAmount).success,
)

export const quoteResponse = z.object({ data: z.object({ attributes: priced }) })
/** The status of a quote, which may be a policy and without a price. */
export const quoteStatusResponse = z.object({
  data: z.object({
    attributes: z.object({
      policyDetails: z.object({
        quoteNum: quoteNumberText,
        /** 'QUOTED', 'EXPIRED' or 'CONVERTED'; optional. */
        status: z.string().nullish(),
        policyNumber: policyNumberText.nullish(),
      }),
    }),
  }),
})
export const policyResponse = z.object({ policyNumber: policyNumberText })
export const modelsResponse = z.object({
  results: z
    .array(
      z
        .object({
          vehicleKey: printableText.min(1).max(120),
          vehicleDescription: z.string().min(1),
        })
        .transform(({ vehicleKey, vehicleDescription }) => ({
          vehicleKey,
          // Again after the cut, which may leave a lone surrogate or a space.
          description: toSingleLine(toSingleLine(vehicleDescription).slice(0, maximumDescriptionLength)),
        })),
    )
    .max(200),
})
/** Rounded inwards to whole dollars. */
export const bandResponse = z
  .object({ minSumInsured: carValueDollars, maxSumInsured: carValueDollars })
  .transform(({ minSumInsured, maxSumInsured }) => ({
    minimumDollars: Math.ceil(minSumInsured),
    maximumDollars: Math.floor(maxSumInsured),
  }))
const refusal = z.object({ errors: z.tuple([z.object({ code: z.string().max(60) })]).rest(z.unknown()) })

/** Accepts any format, because each insurer has its own. 'Quote number: 88' is read as '88'. */
export function readQuoteNumber(typed: string): string | null {
  const plain = typed.replace(/^\D*:/, '').trim()
  return quoteNumberPattern.test(plain) ? plain : null
}

/** The insurer's reason code of a rejection; null if the response is not the insurer's, such as a proxy's. */
export function rejectionCode(body: unknown): string | null {
  const refused = refusal.safeParse(body)
  return refused.success ? refused.data.errors[0].code : null
}

/** The price table; null if a price is missing that the page needs. */
const completeTable = (table: PriceTable | null | undefined): PriceTable | null =>
  table && coverTypes.every(cover => table[cover].length === pricedChoices(cover).length) ? table : null

/** The premium components; none if they do not add up to the price, because the page shows them as a sum. */
function stepsOf({ priceSteps }: QuoteAttributes, annualCents: number): InsurerQuote['steps'] {
  const steps = (priceSteps ?? []).map(({ code, amount }) => ({ code, amountCents: wireToCents(amount) }))
  const sum = steps
    .filter(({ code }) => code !== instalmentLoadingCode)
    .reduce((total, { amountCents }) => total + amountCents, 0)
  return sum === annualCents ? steps : []
}

/**
 * Returns null if the start date is unknown: section 7 does not require it in a response.
 * @param requestedStart used if the insurer does not repeat the start date; null if none was requested
 */
export function toInsurerQuote(quote: QuoteAttributes, requestedStart: NzDay | null): InsurerQuote | null {
  const { policyComponent, policyDetails, policyHistory, ...rest } = quote
  const [coverage] = policyComponent.coverages
  const { grossPremium, installmentAmount } = policyComponent.premium
  const startDate = rest.policyInceptionDate ?? requestedStart
  if (startDate === null) return null
  const choice = decodeChoice(coverage, policyDetails.billingInfo.frequency, startDate)
  return {
    quoteNumber: policyDetails.quoteNum,
    annualCents: wireToCents(grossPremium),
    // The page shows the gross premium for a year, so the card must be charged exactly that.
    instalmentCents: wireToCents((choice.frequency !== 'ANNUAL' && installmentAmount) || grossPremium),
    // Only for comprehensive cover: the excess of a third-party cover says nothing about the comprehensive one.
    imposedExcessDollars:
      choice.cover === 'COMPREHENSIVE' ? (coverage.imposedExcess ?? standardExcessDollars) : null,
    choice,
    carValueDollars: sumInsuredFrom(choice.cover, coverage.compensations),
    steps: stepsOf(quote, wireToCents(grossPremium)),
    priceTable: completeTable(rest.priceTable),
    validUntil: rest.validUntil ?? null,
    history: policyHistory,
  }
}
