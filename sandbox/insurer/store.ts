/**
 * The sandbox insurer's storage in files that are written once, so that two processes can share a folder. Its
 * idempotency support decides whether a repeated bind makes one policy or two.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { EmbeddedInsurerRepository } from '#partners/insurer/embedded.ts'
import type { IdempotencyMode } from '#partners/insurer/port.ts'
import { jsonFiles } from '#sandbox/json-files.ts'

const soldPolicy = z.object({
  policy_number: z.string(),
  idempotency_key: z.string(),
  quote_number: z.string(),
  request_hash: z.string(),
  issued_at: z.coerce.date(),
})
export type SoldPolicy = z.output<typeof soldPolicy>

const quoteRow = z.object({
  quote_number: z.string(),
  tariff: z.string(),
  risk: z.unknown(),
  answer: z.unknown(),
  modified_at: z.string(),
  modified_by: z.string(),
  created_at: z.coerce.date(),
  /** The final change: the quote became this policy. */
  sale: soldPolicy.optional(),
})
type QuoteRow = z.output<typeof quoteRow>

const validity = z.object({ validUntil: z.string() })

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

export type SandboxInsurerStore = EmbeddedInsurerRepository & {
  policyOf(quoteNumber: string): Promise<SoldPolicy | null>
  /** Newest first. */
  sold(): Promise<SoldPolicy[]>
}

/** With `keys` it issues one policy per key and quote, otherwise one per bind, as a careless system does. */
export async function openInsurerStore(
  dir: string,
  idempotency: IdempotencyMode,
): Promise<SandboxInsurerStore> {
  const files = await jsonFiles(dir)
  /** Each amend is a file named by the version that it replaces, so of two concurrent amends only one succeeds. */
  const changeOf = ({ quote_number, modified_at }: QuoteRow): string =>
    `${quote_number}.${digest(modified_at)}.change`

  async function newest(quoteNumber: string): Promise<QuoteRow | undefined> {
    let row = await files.read(`${quoteNumber}.newest`, quoteRow)
    while (row) {
      const next: QuoteRow | null = await files.read(changeOf(row), quoteRow)
      if (!next) return row
      row = next
    }
    return undefined
  }

  const policyOf = async (quoteNumber: string): Promise<SoldPolicy | null> =>
    (await newest(quoteNumber))?.sale ?? null

  /** False if another change or the sale came first. */
  async function change(row: QuoteRow, changed: QuoteRow): Promise<boolean> {
    if (!(await files.create(changeOf(row), changed))) return false
    await files.replace(`${row.quote_number}.newest`, changed)
    return true
  }

  return {
    findQuote: newest,

    async findMark(quoteNumber) {
      const row = await newest(quoteNumber)
      if (!row) return undefined
      const { validUntil } = validity.parse(row.answer)
      return { ...row, valid_until: validUntil, sold: row.sale !== undefined }
    },

    addQuote: row => files.create(`${row.quote_number}.newest`, row),

    async changeQuote(quoteNumber, readAt, changes) {
      const row = await newest(quoteNumber)
      return row?.modified_at === readAt && change(row, { ...row, ...changes })
    },

    async issue(policy, readAt) {
      if (!(await files.create(`${policy.policy_number}.number`, policy.quote_number))) return 'number-taken'
      await files.create(`${digest(policy.idempotency_key)}.reference`, policy.quote_number)
      const row = await newest(policy.quote_number)
      const sold = row && { ...row, modified_at: `${readAt} sold`, sale: policy }
      if (sold && row.modified_at === readAt && (await change(row, sold))) return policy
      const first = await policyOf(policy.quote_number)
      if (!first) return 'quote-changed'
      if (idempotency === 'keys') return first
      await files.create(`${policy.policy_number}.again`, policy)
      return policy
    },

    async findPolicyByKey(key) {
      const quoteNumber = await files.read(`${digest(key)}.reference`, z.string())
      const policy = quoteNumber === null ? null : await policyOf(quoteNumber)
      return policy?.idempotency_key === key ? policy : undefined
    },

    policyOf,

    async sold() {
      const quotes = (await files.names('.newest')).map(name => policyOf(name.slice(0, -'.newest'.length)))
      const again = (await files.names('.again')).map(name => files.read(name, soldPolicy))
      const all = await Promise.all([...quotes, ...again])
      return all.filter(one => one !== null).sort((a, b) => b.issued_at.getTime() - a.issued_at.getTime())
    },
  }
}
