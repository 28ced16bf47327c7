/**
 * The daily limit of mails to a person who may never have asked for one: saved quotes and privacy notices
 * are counted together.
 */
import { emailKey } from '#journey/email-address.ts'
import { hashToken } from '#server/lib/crypto.ts'

/** Mails a recipient; a quote has as many recipients. */
export const maximumMailsPerDay = 3

/** Where dots before the @ are nothing. */
const dotless = /^g(?:oogle)?mail\.com$/

/** A mailbox as counters know it, however its address is written: what stands behind a plus leads to the same one. */
export function recipientKey(email: string): string {
  const [name = '', host = ''] = emailKey(email).split('@')
  const [box = ''] = name.split('+')
  const isDotless = dotless.test(host)
  const known = `${isDotless ? box.replaceAll('.', '') : box}@${isDotless ? 'gmail.com' : host}`
  return hashToken(known).toString('base64url')
}

/** Under which a recipient's mails of a day are counted. */
export const mailCounterKey = (recipient: string): string => `mail|recipient|${recipient}`
