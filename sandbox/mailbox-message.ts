/** The schema of a stored mailbox message, which partners/mail/mailbox.ts writes and the mailbox pages read. */
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
