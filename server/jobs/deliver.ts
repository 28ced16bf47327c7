/** Hands one message to the mail partner; a failure throws, so that the queue tries again, a refusal is written down and ends it. */
import type { Message } from '#partners/mail/port.ts'
import type { Services } from '#server/context.ts'
import type { MailKind } from './mail-kinds.ts'

export async function deliver(
  message: Message,
  quoteId: string,
  services: Services,
  kind: MailKind = 'mail',
): Promise<void> {
  const answer = await services.mail.send(message)
  if (answer.outcome === 'failed') throw new Error('the mail partner did not take the message')
  const what = `${kind}-${answer.outcome}`
  if (answer.outcome === 'refused') services.log.error(what, { quoteId })
  // There may be several of a policy: which it was says whom to call.
  const details = kind === 'notice' ? { message: message.messageId } : {}
  await services.books.record({ quoteId, what, details, now: services.now() })
}

/** The brand of a mail, who it is from, and who is answered. */
export const sender = (services: Services, brandKey: string) => {
  const brand = services.brands.get(brandKey)
  if (!brand) throw new Error('a quote of a brand that is no longer here')
  return { brand, from: { name: brand.name, address: brand.supportEmail }, replyTo: brand.supportEmail }
}
