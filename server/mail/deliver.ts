/** Delivers an e-mail and records the result; also the kinds of mail, the delay during a bind and the limit per recipient. */
import { type Brand, mailDomain } from '#brands/brand.ts'
import type { RenderedMail } from '#documents/mail/mail-layout.ts'
import { emailKey } from '#journey/email-address.ts'
import { toFailureCode } from '#partners/failure-codes.ts'
import type { Message } from '#partners/mail/port.ts'
import type { JobKind } from '#server/jobs/job-payloads.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'

/** The delay of a mail about a quote that is being bound: what the mail says depends on the outcome. */
export const retryWhileBindingSeconds = 15

/** The operator's task after a refused mail; null if the customer can ask for the mail again. */
export const refusedMailTasks = {
  'policy-mail': {
    listed: 'policy mail refused',
    advice:
      'the customer has no documents. Call them (`record` of its row in `policy` has the number), ask for the right address, then `npm run ops -- mail-again --policy … --email …`. If nobody can be reached, `npm run ops -- acknowledge --quote … --mail policy-mail`.',
  },
  'quote-mail': null,
  'privacy-notice': {
    listed: 'privacy notice refused',
    advice:
      'a policyholder whom another one named was not told that we hold their details, which the law asks for (IPP 3A). The name of the mail says who: privacy-notice-1 is the second policyholder in `record` of the row in `policy`, with their number. Call them, or write to them; then `npm run ops -- acknowledge --quote … --mail privacy-notice-1`, or the name that is listed.',
  },
  'refund-mail': {
    listed: 'refund mail refused',
    advice:
      'the customer was not told that their card payment is on its way back. Call them (`policyholders` of its row in `quote` has the number, unless other people are in it by now or they were forgotten), then `npm run ops -- acknowledge --quote … --mail refund-mail`, of several with `--payment` and its id.',
  },
  'rejected-order-mail': {
    listed: 'rejected-order mail refused',
    advice:
      'who ordered by direct debit was not told that the insurer said no, and may drive without cover. Call them the same day (`policyholders` of its row in `quote` has the number, unless other people are in it by now), then `npm run ops -- acknowledge --quote … --mail rejected-order-mail`.',
  },
} as const satisfies Readonly<Partial<Record<JobKind, { listed: string; advice: string } | null>>>

export type MailKind = keyof typeof refusedMailTasks
export const mailKinds = Object.keys(refusedMailTasks) as MailKind[]

export interface OutgoingMail {
  readonly quoteId: string
  readonly brand: Brand
  /** Part of the message id, unique within the brand and the same for every retry. */
  readonly name: string
  readonly to: string
  readonly content: RenderedMail
  readonly attachments?: Message['attachments']
  readonly kind: MailKind
  /** Tells several mails of one kind and quote apart, so that an operator knows which person to call. */
  readonly details?: Readonly<Record<string, string>>
}

type MailServices = Pick<Dependencies, 'mail' | 'log' | 'now'> & {
  readonly repositories: Pick<Dependencies['repositories'], 'recordAuditEvent'>
}

export const messageIdOf = (name: string, brand: Brand): string => `<${name}@${mailDomain(brand)}>`

/** True if the mail server accepted the message, false if it refused it. */
export async function deliver(
  { quoteId, brand, name, to, content, attachments = [], kind, details = {} }: OutgoingMail,
  services: MailServices,
): Promise<boolean> {
  const { repositories, now } = services
  const answer = await services.mail.send({
    ...content,
    messageId: messageIdOf(name, brand),
    from: { name: brand.name, address: brand.supportEmail },
    replyTo: brand.supportEmail,
    to,
    attachments,
  })
  // Log and queue keep only the failure code.
  if (answer.outcome === 'failed')
    throw Object.assign(new Error('the mail partner did not take the message'), {
      code: toFailureCode(answer.reason),
    })
  if (answer.outcome === 'refused') await recordRefusedMail(quoteId, services, kind, details)
  else await repositories.recordAuditEvent({ quoteId, what: `${kind}-accepted`, details, now: now() })
  return answer.outcome === 'accepted'
}

/** This mail will not be sent again: it waits for an operator (`npm run ops`). */
export async function recordRefusedMail(
  quoteId: string,
  { repositories, log, now }: Omit<MailServices, 'mail'>,
  kind: MailKind,
  details: Readonly<Record<string, string | boolean>> = {},
): Promise<void> {
  const what = `${kind}-refused`
  log.error(what, { quoteId })
  await repositories.recordAuditEvent({ quoteId, what, details, now: now() })
}

/** Mails per recipient and day, saved quotes and privacy notices together; a quote has as many recipients. */
export const maximumMailsPerDay = 3

/** Gmail ignores dots before the @. */
const dotless = /^g(?:oogle)?mail\.com$/

/** The same key for every spelling of a mailbox's address; text after a plus leads to the same mailbox. */
export function recipientKey(email: string): string {
  const [name = '', host = ''] = emailKey(email).split('@')
  const [box = ''] = name.split('+')
  const isDotless = dotless.test(host)
  const known = `${isDotless ? box.replaceAll('.', '') : box}@${isDotless ? 'gmail.com' : host}`
  return hashToken(known).toString('base64url')
}

export const mailCounterKey = (recipient: string): string => `mail|recipient|${recipient}`
