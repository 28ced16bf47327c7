/** The type of a stored mailbox message, one JSON file each: partners/mail/mailbox.ts writes them. */
import { z } from 'zod'

export const storedMessage = z.object({
  id: z.string(),
  receivedAt: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  replyTo: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(
    z.object({ filename: z.string(), contentType: z.string(), size: z.number(), base64: z.string() }),
  ),
})
export type StoredMessage = z.output<typeof storedMessage>
