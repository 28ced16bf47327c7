/** The reference of a quote mail's job, which says all that it needs: locked, because jobs are kept in the database and this one knows a recipient. */
import { type Keys, lock, unlock } from '#server/secrets.ts'

export interface QuoteMail {
  readonly quoteId: string
  readonly to: string
  /** ISO instant. Missing in mails that wait since before it was kept. */
  readonly askedAt?: string
  /** The hash that the asker's session began under, or the instant of the log-in of who has none. */
  readonly askedBy?: { readonly session?: string; readonly logIn?: string }
}

/** What it is bound to: whoever locks it anew needs the same. */
export const quoteMailPlace = 'job|quote-mail'

export const quoteMailRef = (mail: QuoteMail, keys: Keys): string =>
  lock(keys, quoteMailPlace, JSON.stringify(mail))

export const readQuoteMailRef = (ref: string, keys: Keys): QuoteMail =>
  JSON.parse(unlock(keys, quoteMailPlace, ref)) as QuoteMail
