/**
 * Delivery of a mail by the mail partner: the kinds of mail, the sender, the daily limit per recipient, and what is
 * recorded. A failure throws, so that the queue retries; a refusal is recorded and final.
 */
import { mailDomain } from '#brands/brand.ts'
import { emailKey } from '#journey/email-address.ts'
import type { Message } from '#partners/mail/port.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { toSafeFailureCode } from '#server/partners/failure-codes.ts'

/** True if the mail server accepted the message, false if it refused it. */
export async function deliver(
  message: Message,
  quoteId: string,
  services: Dependencies,
  kind: MailKind = 'mail',
  /** Tells several mails of one kind and quote apart, so that an operator knows which person to call. */
  which: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const answer = await services.mail.send(message)
  // Log and queue keep only the failure code.
  if (answer.outcome === 'failed')
    throw Object.assign(new Error('the mail partner did not take the message'), {
      code: toSafeFailureCode(answer.reason),
    })
  if (answer.outcome === 'refused') {
    await recordRefusal(quoteId, services, kind, which)
    return false
  }
  await services.repositories.recordAuditEvent({
    quoteId,
    what: `${kind}-accepted`,
    details: which,
    now: services.now(),
  })
  return true
}

/** This mail will not be sent again: it waits for an operator (`npm run ops`). */
export async function recordRefusal(
  quoteId: string,
  { repositories, log, now }: Dependencies,
  kind: MailKind,
  details: Readonly<Record<string, string | boolean>> = {},
): Promise<void> {
  const what = `${kind}-refused`
  log.error(what, { quoteId })
  await repositories.recordAuditEvent({ quoteId, what, details, now: now() })
}

/** The brand of a mail, its sender and reply address, and its message id, which `name` makes unique within the brand. */
export const sender = (services: Dependencies, brandKey: string) => {
  const brand = services.brands.get(brandKey)
  if (!brand) throw new Error('the quote belongs to a brand that no longer exists')
  return {
    brand,
    from: { name: brand.name, address: brand.supportEmail },
    replyTo: brand.supportEmail,
    messageId: (name: string) => `<${name}@${mailDomain(brand)}>`,
  }
}

interface Refused {
  /** As `npm run ops` names it. */
  readonly listed: string
  readonly advice: string
}

export const refusedMailActions = {
  /** A new policy's, or a saved quote's; of these two the policy's alone waits for a person. */
  mail: {
    listed: 'policy mail refused',
    advice:
      'the customer has no documents. Call them (`record` of its row in `policy` has the number), ask for the right address, then `npm run ops -- mail-again --policy … --email …`. Where nobody can be reached, `npm run ops -- seen --policy …`.',
  },
  notice: {
    listed: 'notice refused',
    advice:
      'a policyholder whom another one named was not told that we hold their details, which the law asks for (IPP 3A). The mail says who: notice-1 is the second policyholder in `record` of the row in `policy`, with their number. Call them, or write to them; then `npm run ops -- seen --quote … --mail notice-1`, or as it is called.',
  },
  'refund-mail': {
    listed: 'refund mail refused',
    advice:
      'the customer was not told that their card payment is on its way back. Call them (`policyholders` of its row in `quote` has the number, unless other people are in it by now or they were forgotten), then `npm run ops -- seen --quote … --mail refund-mail`, of several with `--payment` and its id.',
  },
  'no-policy-mail': {
    listed: 'no-policy mail refused',
    advice:
      'who ordered by direct debit was not told that the insurer said no, and may drive without cover. Call them the same day (`policyholders` of its row in `quote` has the number, unless other people are in it by now), then `npm run ops -- seen --quote … --mail no-policy-mail`.',
  },
} as const satisfies Readonly<Record<string, Refused>>

export type MailKind = keyof typeof refusedMailActions
export const mailKinds = Object.keys(refusedMailActions) as MailKind[]

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
