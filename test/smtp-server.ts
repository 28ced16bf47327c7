/** A local SMTP server for mail tests, which stores mails and fails as a test chooses. */
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openSmtpServer, type Received } from './open-smtp-server.ts'

export type { Received } from './open-smtp-server.ts'

interface Behaviour {
  readonly recipientCode?: number
  readonly dataCode?: number
  /** The text after the code: '5.1.1 no such mailbox'. */
  readonly says?: string
  readonly silent?: boolean
  /** The number of messages that are delayed (451) before the first one is accepted. */
  readonly putOff?: number
  /** How long it scans a message before it accepts it. */
  readonly takesMs?: number
}

/** Stops at the end of the test. `url` is the value for SMTP_URL. */
export async function smtpServer({
  recipientCode,
  dataCode,
  says = 'no',
  silent,
  putOff = 0,
  takesMs = 0,
}: Behaviour = {}) {
  const received: Received[] = []
  let left = putOff
  const refusal = (responseCode: number) => Object.assign(new Error(says), { responseCode })
  const { url, close } = await openSmtpServer(
    async mail => {
      if (takesMs > 0) await delay(takesMs)
      if (left > 0) {
        left -= 1
        return refusal(451)
      }
      received.push(mail)
      return dataCode ? refusal(dataCode) : null
    },
    {
      onConnect: (_, done) => (silent ? undefined : done()),
      onRcptTo: (_, __, done) => done(recipientCode ? refusal(recipientCode) : null),
    },
  )
  onTestFinished(close)
  return { url, received, putOffs: () => putOff - left }
}
