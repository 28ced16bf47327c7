/** Local SMTP server for tests that stores accepted mails and refuses those a test selects. */
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
  /** What stands behind the code: '5.1.1 no such mailbox'. */
  readonly says?: string
  readonly silent?: boolean
  /** So many messages are put off (451) before the first one is taken. */
  readonly putOff?: number
  /** How long it looks a whole message through before it takes it. */
  readonly takesMs?: number
}

/** Ends with the test. `url` is what SMTP_URL takes. */
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
