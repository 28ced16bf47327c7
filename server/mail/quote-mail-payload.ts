/** The payload of a quote mail's job, encrypted because jobs are stored in the database and it contains a recipient. */
import * as z from 'zod/mini'
import { readStoredText } from '#journey/stored-json.ts'
import { decrypt, encrypt, type Keys } from '#server/lib/crypto.ts'

export interface QuoteMailPayload {
  readonly quoteId: string
  readonly to: string
  /** ISO instant. */
  readonly askedAt: string
  /** The id of the session that asked, or the log-in time of a client without one. */
  readonly askedBy: { readonly session?: string; readonly logIn?: string }
}

const quoteMail: z.ZodMiniType<QuoteMailPayload> = z.looseObject({
  quoteId: z.uuid(),
  to: z.string(),
  askedAt: z.string(),
  askedBy: z.looseObject({ session: z.exactOptional(z.string()), logIn: z.exactOptional(z.string()) }),
})

/** The additional authenticated data; `npm run ops -- rotate-keys` encrypts the payload again with the same. */
export const quoteMailAad = 'job|quote-mail'

export const encryptQuoteMailPayload = (mail: QuoteMailPayload, keys: Keys): string =>
  encrypt(keys, quoteMailAad, JSON.stringify(mail))

export const decryptQuoteMailPayload = (encrypted: string, keys: Keys): QuoteMailPayload =>
  readStoredText(quoteMail, decrypt(keys, quoteMailAad, encrypted), 'the payload of a quote mail')
