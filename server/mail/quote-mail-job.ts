/**
 * The job reference of a quote mail. It holds all data of the job and is encrypted, because jobs are stored
 * in the database and this one contains a recipient.
 */
import * as z from 'zod/mini'
import { readStoredText } from '#journey/stored-json.ts'
import { decrypt, encrypt, type Keys } from '#server/lib/crypto.ts'

export interface QuoteMailJob {
  readonly quoteId: string
  readonly to: string
  /** ISO instant. Missing in mails that wait since before it was kept. */
  readonly askedAt?: string
  /** The id of the session that asked, or the log-in time of a client without one. */
  readonly askedBy?: { readonly session?: string; readonly logIn?: string }
}

const quoteMail: z.ZodMiniType<QuoteMailJob> = z.looseObject({
  quoteId: z.uuid(),
  to: z.string(),
  askedAt: z.exactOptional(z.string()),
  askedBy: z.exactOptional(
    z.looseObject({ session: z.exactOptional(z.string()), logIn: z.exactOptional(z.string()) }),
  ),
})

/** What it is bound to: whoever locks it anew needs the same. */
export const quoteMailAad = 'job|quote-mail'

export const encryptQuoteMailJob = (mail: QuoteMailJob, keys: Keys): string =>
  encrypt(keys, quoteMailAad, JSON.stringify(mail))

export const decryptQuoteMailJob = (ref: string, keys: Keys): QuoteMailJob =>
  readStoredText(quoteMail, decrypt(keys, quoteMailAad, ref), 'the reference of a quote mail in jobs.job')
