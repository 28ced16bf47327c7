/** The quotes of the sandbox insurer, with the policies that they became. */
import { z } from 'zod'
import type { EmbeddedInsurerRepository } from '#partners/insurer/embedded.ts'
import type { IdempotencyMode } from '#partners/insurer/port.ts'
import { openRecordStore } from '#sandbox/record-store.ts'

const soldPolicy = z.object({
  policy_number: z.string(),
  idempotency_key: z.string(),
  quote_number: z.string(),
  request_hash: z.string(),
  issued_at: z.coerce.date(),
})
export type SoldPolicy = z.output<typeof soldPolicy>

const storedQuote = z.object({
  /** The quote number. */
  id: z.string(),
  tariff: z.string(),
  risk: z.unknown(),
  answer: z.looseObject({ validUntil: z.string() }),
  modified_at: z.string(),
  policies: z.array(soldPolicy),
})

export type SandboxInsurerStore = EmbeddedInsurerRepository & {
  policyOf(quoteNumber: string): SoldPolicy | undefined
  soldPolicies(): SoldPolicy[]
}

/** With `keys` it issues one policy per key and quote, otherwise one per bind, as a careless system does. */
export function openInsurerStore(dir: string, idempotency: IdempotencyMode): SandboxInsurerStore {
  const quotes = openRecordStore(dir, 'insurer-quotes', storedQuote)
  const soldPolicies = () => quotes.all().flatMap(({ policies }) => policies)
  const findByKey = (key: string) => soldPolicies().find(policy => policy.idempotency_key === key)
  const policyOf = (quoteNumber: string) => quotes.find(quoteNumber)?.policies[0]

  return {
    findQuote: async quoteNumber => quotes.find(quoteNumber),

    async findQuoteState(quoteNumber) {
      const quote = quotes.find(quoteNumber)
      return quote && { ...quote, valid_until: quote.answer.validUntil, sold: quote.policies.length > 0 }
    },

    async addQuote(row) {
      if (quotes.find(row.quote_number)) return false
      quotes.save(storedQuote.parse({ ...row, id: row.quote_number, policies: [] }))
      return true
    },

    async changeQuote(quoteNumber, expectedModifiedAt, change) {
      const quote = quotes.find(quoteNumber)
      if (quote?.modified_at !== expectedModifiedAt || quote.policies.length > 0) return false
      quotes.save(storedQuote.parse({ ...quote, ...change }))
      return true
    },

    async issue(policy, expectedModifiedAt) {
      const quote = quotes.find(policy.quote_number)
      const first = findByKey(policy.idempotency_key) ?? policyOf(policy.quote_number)
      if (first && idempotency === 'keys') return first
      if (!quote || (!first && quote.modified_at !== expectedModifiedAt)) return 'quote-changed'
      if (soldPolicies().some(({ policy_number }) => policy_number === policy.policy_number))
        return 'number-taken'
      quotes.save({ ...quote, policies: [...quote.policies, policy] })
      return policy
    },

    findPolicyByKey: async key => findByKey(key),
    policyOf,
    soldPolicies,
  }
}
