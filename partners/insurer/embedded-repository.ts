/**
 * The repository interface of the embedded insurer: db/repositories/embedded-insurer.ts implements it with
 * tables, the sandbox with records in a file.
 */

import { parseStored, type Stored, storedInsurerQuote } from '#journey/database-json-schemas.ts'
import type { NzDay } from '#journey/dates.ts'
import { type RiskToQuote, riskToQuote } from './port.ts'

/** The fields of a quote that are read before it is amended or bound. */
interface QuoteState {
  readonly tariff: string
  readonly modified_at: string
  readonly valid_until: NzDay
  /** True once the quote is a policy. */
  readonly sold: boolean
}

interface QuoteJson {
  /** A RiskToQuote. */
  readonly risk: unknown
  /** A StoredInsurerQuote. */
  readonly answer: unknown
}

interface QuoteChange extends QuoteJson {
  readonly modified_at: string
  readonly modified_by: string
}

/** A quote without its price table, which is half of its size and can be computed from risk and tariff. */
export type StoredInsurerQuote = Stored<typeof storedInsurerQuote>

/** Throws StoredJsonError. */
export const parseQuoteRow = (
  quoteNumber: string,
  { risk, answer }: QuoteJson,
): { readonly risk: RiskToQuote; readonly quote: StoredInsurerQuote } => ({
  risk: parseStored(riskToQuote, risk, `insurer.quote.risk of ${quoteNumber}`),
  quote: parseStored(storedInsurerQuote, answer, `insurer.quote.answer of ${quoteNumber}`),
})

interface NewPolicy {
  readonly policy_number: string
  readonly idempotency_key: string
  readonly quote_number: string
  readonly request_hash: string
  readonly issued_at: Date
}

export interface EmbeddedInsurerRepository {
  /** Undefined if the quote is unknown or was deleted by retention, which also deletes its state. */
  findQuote(quoteNumber: string): Promise<(QuoteJson & { readonly tariff: string }) | undefined>
  findQuoteState(quoteNumber: string): Promise<QuoteState | undefined>
  /** False if its number is in use. */
  addQuote(row: QuoteChange & { quote_number: string; tariff: string; created_at: Date }): Promise<boolean>
  /** False if the quote was sold, or its modified_at is not the expected one. */
  changeQuote(quoteNumber: string, expectedModifiedAt: string, change: QuoteChange): Promise<boolean>
  /**
   * Sells the quote if its modified_at is the expected one, in one transaction: a concurrent change then fails.
   * Returns the policy of this key or quote, which may have existed before.
   */
  issue(
    policy: NewPolicy,
    expectedModifiedAt: string,
  ): Promise<Omit<NewPolicy, 'issued_at'> | 'quote-changed' | 'number-taken'>
  findPolicyByKey(idempotencyKey: string): Promise<{ policy_number: string } | undefined>
}
