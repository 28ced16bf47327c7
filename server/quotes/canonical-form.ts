/** The canonical form of answers, for comparing and fingerprinting them. */
import { emailKey } from '#journey/email-address.ts'
import { nameKey } from '#journey/people.ts'

/**
 * Equal for answers that mean the same, whatever the spelling of names, addresses and e-mail addresses. A key without a
 * value is absent, as in the database.
 */
export const canonicalForm = (answers: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answers, (_, value: unknown) => {
      if (typeof value !== 'string') return value
      return value.includes('@') ? emailKey(value) : nameKey(value)
    }),
  )
