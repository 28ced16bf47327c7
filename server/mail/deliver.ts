/**
 * Sends one message through the mail partner. A failure throws, so that the queue retries; a refusal is
 * recorded and final.
 */
import { mailDomain } from '#brands/brand.ts'
import type { Message } from '#partners/mail/port.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { toSafeFailureCode } from '#server/partners/failure-codes.ts'
import type { MailKind } from './mail-kinds.ts'

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
