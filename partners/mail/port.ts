/** The mail port: sends one message, once. */

/**
 * How long a mail server that was sent the whole message may take to say that it has it (RFC 5321, 4.5.3.2.6). Whoever hangs
 * up sooner, while attachments are looked through for one, has it delivered and sends it again.
 */
export const acceptTimeoutMs = 10 * 60_000

export interface Message {
  /** The same for every repeat, so that a mailbox shows a message once. */
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly replyTo: string
  /** One plain address as the customer gave it; adapters send to its ASCII form (asciiEmail of journey/email-address.ts). */
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
  | { readonly outcome: 'failed'; readonly reason: string }

export interface MailCarrier {
  send(message: Message): Promise<MailResult>
}
