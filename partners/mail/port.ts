/** What the product needs of a mail partner: to take one message, once. */

export interface Message {
  /** The same for every repeat, so that a mailbox shows a message once. */
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly replyTo: string
  /** One plain address, checked by journey/email-address.ts isEmail. */
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

export type MailAnswer =
  | { readonly outcome: 'accepted' }
  /** This message will never be taken (the address does not exist). */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly reason: string }

export interface MailCarrier {
  send(message: Message): Promise<MailAnswer>
}
