/** A local SMTP server, for mail tests (test/smtp-server.ts) and chaos runs. */
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { listenLocally } from './local-ports.ts'

export interface Received {
  readonly recipients: readonly string[]
  readonly raw: string
}

/** @param take gets every message; it returns the error that refuses the message, or null */
export async function openSmtpServer(
  take: (mail: Received) => Promise<Error | null>,
  options: SMTPServerOptions = {},
) {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    ...options,
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      text(stream)
        .then(raw => take({ recipients, raw }))
        .then(done, done)
    },
  })
  smtp.on('error', () => undefined)
  const port = await listenLocally(smtp.server)
  return {
    /** The value for SMTP_URL. */
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>(resolve => smtp.close(() => resolve())),
  }
}
