/** The e-mail port: it sends one message and returns whether it was accepted, rejected, or may be retried. */
import type { FailureCode } from '#partners/failure-codes.ts'

/**
 * How long a mail server may take to accept a transmitted message (RFC 5321, 4.5.3.2.6). With a shorter limit,
 * a server that scans attachments would deliver the message and we would send it again.
 */
export const acceptTimeoutMs = 10 * 60_000

export interface Message {
  /** The same for every retry, so that a mail program shows the message once. */
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly replyTo: string
  /** One plain address as the customer entered it; adapters send to its ASCII form. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly {
    readonly filename: string
    readonly contentType: string
    readonly content: Uint8Array
  }[]
}

export type MailResult =
  | { readonly outcome: 'accepted' }
  /** This message will never be accepted (the address does not exist). */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly reason: FailureCode }

export interface MailSender {
  send(message: Message): Promise<MailResult>
}
