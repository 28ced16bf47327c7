/** A local SMTP server for mail tests, which stores mails and fails as a test chooses. */
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly recipients: readonly string[]
  readonly raw: string
}

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
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onConnect: (_, done) => (silent ? undefined : done()),
    onRcptTo: (_, __, done) => done(recipientCode ? refusal(recipientCode) : null),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      text(stream).then(
        async raw => {
          if (takesMs > 0) await delay(takesMs)
          if (left > 0) {
            left -= 1
            done(refusal(451))
            return
          }
          received.push({ recipients, raw })
          done(dataCode ? refusal(dataCode) : null)
        },
        error => done(error),
      )
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => server.close(() => undefined))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, putOffs: () => putOff - left }
}
