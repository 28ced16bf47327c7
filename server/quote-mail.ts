/** What the job of a quote mail carries: the recipient is locked, because jobs are kept in the database. */
import { type Keys, lock, unlock } from './secrets.ts'

export interface QuoteMail {
  readonly quoteId: string
  readonly to: string
  /** The asker may see the people's answers, so the link may show them too (D2). */
  readonly showsPeople: boolean
}

const place = 'job|quote-mail'

export const quoteMailRef = (mail: QuoteMail, keys: Keys): string => lock(keys, place, JSON.stringify(mail))

export const readQuoteMailRef = (ref: string, keys: Keys): QuoteMail =>
  JSON.parse(unlock(keys, place, ref)) as QuoteMail
