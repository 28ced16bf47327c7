/**
 * The repository interface of the embedded insurer: db/repositories/embedded-insurer.ts implements it with
 * tables, the sandbox with files.
 */
import * as z from 'zod/mini'
import type { NzDay } from '#journey/dates.ts'
import { mapIndicators } from '#journey/questions/indicators.ts'
import { readStored, storedAddress, storedChoice, storedDriver, storedPrice } from '#journey/stored-json.ts'
import type { DatedQuote, RiskToQuote } from './port.ts'

/** What is asked of a quote before it is changed or bound: far less than the whole of it. */
interface QuoteMark {
  readonly tariff: string
  readonly modified_at: string
  readonly valid_until: NzDay
  /** It became a policy. */
  readonly sold: boolean
}

interface QuoteRow {
  readonly tariff: string
  /** A RiskToQuote. */
  readonly risk: unknown
  /** A StoredInsurerQuote. */
  readonly answer: unknown
}

/** A quote without its table of prices: they are worked out again from risk and tariff, and were half of what it weighed. */
export type StoredInsurerQuote = Omit<DatedQuote, 'priceTable'>

const keptQuote: z.ZodMiniType<StoredInsurerQuote> = storedPrice

const keptRisk: z.ZodMiniType<RiskToQuote> = z.looseObject({
  ...mapIndicators(() => z.boolean()),
  plate: z.string(),
  vehicleKey: z.string(),
  carValueDollars: z.number(),
  riskAddress: storedAddress,
  drivers: z.array(storedDriver),
  choice: storedChoice,
  financeCompany: z.string(),
})

/** Throws StoredJsonError. */
export const readQuoteRow = (
  quoteNumber: string,
  { risk, answer }: Pick<QuoteRow, 'risk' | 'answer'>,
): { readonly risk: RiskToQuote; readonly kept: StoredInsurerQuote } => ({
  risk: readStored(keptRisk, risk, `insurer.quote.risk of ${quoteNumber}`),
  kept: readStored(keptQuote, answer, `insurer.quote.answer of ${quoteNumber}`),
})

interface NewPolicy {
  readonly policy_number: string
  readonly idempotency_key: string
  readonly quote_number: string
  readonly request_hash: string
  readonly issued_at: Date
}

export interface EmbeddedInsurerRepository {
  /** Undefined also for a quote that was forgotten, as is its mark. */
  findQuote(quoteNumber: string): Promise<QuoteRow | undefined>
  findMark(quoteNumber: string): Promise<QuoteMark | undefined>
  /** False if its number is in use. */
  addQuote(row: {
    quote_number: string
    tariff: string
    risk: unknown
    answer: unknown
    modified_at: string
    modified_by: string
    created_at: Date
  }): Promise<boolean>
  /** False where another change or a policy came first. */
  changeQuote(
    quoteNumber: string,
    readAt: string,
    change: { risk: unknown; answer: unknown; modified_at: string; modified_by: string },
  ): Promise<boolean>
  /**
   * Sells the quote while its mark is still this one, in one step with taking that mark away: of a policy and a change at
   * once only one is made. Gives back the policy that stands for this key or quote.
   */
  issue(
    policy: NewPolicy,
    readAt: string,
  ): Promise<Omit<NewPolicy, 'issued_at'> | 'quote-changed' | 'number-taken'>
  findPolicyByKey(idempotencyKey: string): Promise<{ policy_number: string } | undefined>
}
