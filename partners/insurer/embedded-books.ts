/** What the embedded insurer asks of its books; db/insurer-books.ts keeps them in tables, the sandbox in files. */
import type { NzDay } from '#journey/dates.ts'
import type { InsurerQuote } from './port.ts'

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
  readonly risk: unknown
  /** A KeptQuote. */
  readonly answer: unknown
}

/** A quote without its 162 prices: they are worked out again from risk and tariff, and were half of what it weighed. */
export type KeptQuote = Omit<InsurerQuote, 'priceTable'>

export interface Books {
  /** Undefined also for a quote that was forgotten, as is its mark. */
  findQuote(quoteNumber: string): Promise<QuoteRow | undefined>
  findMark(quoteNumber: string): Promise<QuoteMark | undefined>
  addQuote(row: {
    quote_number: string
    tariff: string
    risk: unknown
    answer: unknown
    modified_at: string
    modified_by: string
    created_at: Date
  }): Promise<void>
  /** False where another change or a policy came first. */
  changeQuote(
    quoteNumber: string,
    readAt: string,
    change: { risk: unknown; answer: unknown; modified_at: string; modified_by: string },
  ): Promise<boolean>
  issue(policy: {
    policy_number: string
    idem_key: string
    quote_number: string
    request_hash: string
    issued_at: Date
  }): Promise<{ policy_number: string; idem_key: string; request_hash: string }>
  findPolicyByKey(idemKey: string): Promise<{ policy_number: string } | undefined>
}
