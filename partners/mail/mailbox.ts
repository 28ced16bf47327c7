/** The e-mail adapter for development and tests: it writes messages to a folder, which /sandbox/mailbox shows. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toAsciiEmail } from '#journey/email-address.ts'
import { toFailureCode } from '#partners/failure-codes.ts'
import type { MailSender, Message } from './port.ts'

export interface MailboxOptions {
  readonly dir: string
  readonly now: () => Date
}

export function mailboxSender({ dir, now }: MailboxOptions): MailSender {
  async function keep(message: Message): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const file = fileOf(message, now())
    const draft = path.join(dir, `${randomUUID()}.draft`)
    await writeFile(draft, JSON.stringify(file), { mode: 0o600 })
    await rename(draft, path.join(dir, `${file.id}.json`))
  }

  return {
    async send(message) {
      const to = toAsciiEmail(message.to)
      if (to === null) return { outcome: 'refused', reason: 'no plain address' }
      try {
        await keep({ ...message, to })
        return { outcome: 'accepted' }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'not written'
        return { outcome: 'failed', reason: toFailureCode(code) }
      }
    },
  }
}

/** The stored form. One file per message id, so that a retry overwrites the first copy. */
const fileOf = ({ attachments, ...message }: Message, receivedAt: Date) => ({
  ...message,
  id: createHash('sha256').update(message.messageId).digest('hex').slice(0, 32),
  receivedAt: receivedAt.toISOString(),
  attachments: attachments.map(({ content, ...named }) => ({
    ...named,
    size: content.byteLength,
    base64: Buffer.from(content).toString('base64'),
  })),
})
