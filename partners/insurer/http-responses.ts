/**
 * The parsers of a partner insurer's responses, in the shapes of section 7 of the specification and the
 * additions of decision 0028. A response that does not fit becomes null, which the adapter treats as no
 * response.
 */
import { z } from 'zod'
import { optionsFrom, sumInsuredFrom } from '#journey/compensations.ts'
import {
  type CoverChoice,
  coverTypes,
  frequencies,
  standardExcessDollars,
  voluntaryExcessSteps,
} from '#journey/cover.ts'
import { isNzDay, type NzDay } from '#journey/dates.ts'
import { wireToCents } from '#journey/money.ts'
import { instalmentLoadingCode, type PriceTable, pricedChoices } from '#journey/price-table.ts'
import { oneLine } from '#partners/http.ts'
import { type InsurerQuote, isPolicyNumber } from './port.ts'

const day = z.string().refine(isNzDay)
/**
 * At least one cent: a price of zero is an error. Fractions of a cent are not rounded, because they
 * indicate another unit.
 */
const price = z
  .number()
  .min(0.01)
  .max(1_000_000)
  .refine(dollars => Math.abs(dollars * 100 - wireToCents(dollars)) < 1e-4)
const wholeDollars = z.number().int().min(0).max(10_000_000)
/** Of a car's value; ours is in whole ones. */
const dollars = z.number().min(0).max(10_000_000)
/** Of a quote, which customers type and its first answer brings, before any money: stricter than a policy's (decision 0028). */
const quoteNumberPattern = /^[\w-]{1,40}$/
const quoteNumberText = z.string().regex(quoteNumberPattern)
const policyNumberText = z.string().trim().refine(isPolicyNumber)
/** Not ours to mend: it goes back letter for letter, so one that our own calls do not carry is none. */
const mark = z.string().regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u)
/** As much as step 1 sends back of what a model is called (contract/schemas/quote-create.ts). */
const mostOfDescription = 200

const compensation = z.object({
  compensationSubType: z.string(),
  appliedIndicator: z.boolean().nullish(),
  code: z.string().nullish(),
  sumInsured: dollars.transform(Math.round).nullish(),
})

const cents = z.array(z.number().int().min(0).max(100_000_000)).readonly()

const attributes = z.object({
  policyComponent: z.object({
    premium: z.object({ grossPremium: price, installmentAmount: z.number().max(1_000_000).nullish() }),
    coverages: z.tuple([
      z.object({
        policyCoverType: z.enum(coverTypes),
        imposedExcess: wholeDollars.nullish(),
        voluntaryExcess: z.literal(voluntaryExcessSteps),
        compensations: z.array(compensation).max(40),
      }),
    ]),
  }),
  policyDetails: z.object({
    quoteNum: quoteNumberText,
    billingInfo: z.object({ frequency: z.enum(frequencies) }),
  }),
  policyHistory: z.object({
    lastModifiedDatetime: mark.min(1).max(40),
    lastModifiedUserId: mark.max(60),
  }),
  policyInceptionDate: day.nullish(),
  validUntil: day.nullish(),
  priceSteps: z
    .array(z.object({ code: z.string().max(60), amount: z.number() }))
    .max(60)
    .nullish(),
  priceTable: z.object({ COMPREHENSIVE: cents, THIRD_PARTY_FIRE_THEFT: cents, THIRD_PARTY: cents }).nullish(),
})
type QuoteAttributes = z.output<typeof attributes>

/** Of a year that is paid at once the instalment is nobody's concern. */
const priced = attributes.refine(
  ({ policyComponent, policyDetails }) =>
    policyDetails.billingInfo.frequency === 'ANNUAL' ||
    price.safeParse(policyComponent.premium.installmentAmount).success,
)

export const quoteReply = z.object({ data: z.object({ attributes: priced }) })
/** Of a quote that may be a policy by now, and priced no more. */
export const standingReply = z.object({
  data: z.object({
    attributes: z.object({
      policyDetails: z.object({
        quoteNum: quoteNumberText,
        /** 'QUOTED', 'EXPIRED' or 'CONVERTED'; an insurer may say nothing of it. */
        status: z.string().nullish(),
        policyNumber: policyNumberText.nullish(),
      }),
    }),
  }),
})
export const policyReply = z.object({ policyNumber: policyNumberText })
export const modelsReply = z.object({
  results: z
    .array(
      z.object({
        vehicleKey: mark.min(1).max(120),
        vehicleDescription: z
          .string()
          .min(1)
          // Once more at the end: the cut may leave half a letter, or a blank.
          .transform(text => oneLine(oneLine(text).slice(0, mostOfDescription))),
      }),
    )
    .max(200),
})
/** The whole dollars that lie in it. */
export const bandReply = z.object({
  minSumInsured: dollars.transform(Math.ceil),
  maxSumInsured: dollars.transform(Math.floor),
})
const refusal = z.object({ errors: z.tuple([z.object({ code: z.string().max(60) })]).rest(z.unknown()) })

/** Its numbers may look like anything: only what no number can be is turned away. 'Quote number: 88' is 88. */
export function readQuoteNumber(typed: string): string | null {
  const plain = typed.replace(/^\D*:/, '').trim()
  return quoteNumberPattern.test(plain) ? plain : null
}

/**
 * The insurer's own reason code for a refusal; null if the response is not the insurer's, for example a
 * proxy's.
 */
export function refusalCode(said: unknown): string | null {
  const told = refusal.safeParse(said)
  return told.success ? told.data.errors[0].code : null
}

/** A table that lacks a price the page will look for is none. */
const wholeTable = (table: PriceTable | null | undefined): PriceTable | null =>
  table && coverTypes.every(cover => table[cover].length === pricedChoices(cover).length) ? table : null

/** The steps are shown as summing to the price (QUOTE-13): where they do not, the price stands alone. */
function stepsOf({ priceSteps }: QuoteAttributes, annualCents: number): InsurerQuote['steps'] {
  const steps = (priceSteps ?? []).map(({ code, amount }) => ({ code, amountCents: wireToCents(amount) }))
  const sum = steps
    .filter(({ code }) => code !== instalmentLoadingCode)
    .reduce((total, { amountCents }) => total + amountCents, 0)
  return sum === annualCents ? steps : []
}

/**
 * Null where nobody says from when it covers. Section 7 names neither that day nor a quote's last one.
 * @param askedStart stands where the insurer does not repeat it; null where no day was asked for
 */
export function quoteOf(said: QuoteAttributes, askedStart: NzDay | null): InsurerQuote | null {
  const { policyComponent, policyDetails, policyHistory, ...rest } = said
  const [coverage] = policyComponent.coverages
  const { compensations } = coverage
  const { grossPremium, installmentAmount } = policyComponent.premium
  const startDate = rest.policyInceptionDate ?? askedStart
  if (startDate === null) return null
  const choice: CoverChoice = {
    cover: coverage.policyCoverType,
    voluntaryExcess: coverage.voluntaryExcess,
    ...optionsFrom(compensations),
    frequency: policyDetails.billingInfo.frequency,
    startDate,
  }
  return {
    quoteNumber: policyDetails.quoteNum,
    annualCents: wireToCents(grossPremium),
    // What is shown of a year is its gross premium (QUOTE-03): nothing else may be taken from the card.
    instalmentCents: wireToCents((choice.frequency !== 'ANNUAL' && installmentAmount) || grossPremium),
    // Of a third-party cover it is that cover's own, and says nothing of the comprehensive one (decision 0042).
    imposedExcessDollars:
      choice.cover === 'COMPREHENSIVE' ? (coverage.imposedExcess ?? standardExcessDollars) : null,
    choice,
    carValueDollars: sumInsuredFrom(choice.cover, compensations),
    steps: stepsOf(said, wireToCents(grossPremium)),
    priceTable: wholeTable(rest.priceTable),
    validUntil: rest.validUntil ?? null,
    history: policyHistory,
  }
}
