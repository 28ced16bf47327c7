/** How many mails of ours reach somebody in a day who may never have asked for one: saved quotes and notices, counted together (T21). */
import { hashToken } from './secrets.ts'

/** Mails a recipient; a quote has as many recipients. */
export const mostMailsADay = 3

/** An address as counters know it, however it is written. */
export const recipientOf = (email: string): string => hashToken(email.toLowerCase()).toString('base64url')

/** Under which a recipient's mails of a day are counted. */
export const mailsTo = (recipient: string): string => `mail|recipient|${recipient}`
