/**
 * The e-mail adapter for SMTP. `smtps://` uses TLS from the start, `smtp://` uses STARTTLS if the server offers it,
 * and `smtp://…?requireTLS=true` requires it.
 */
import nodemailer from 'nodemailer'
import { toAsciiEmail } from '#journey/email-address.ts'
import { toFailureCode } from '#partners/failure-codes.ts'
import { toSingleLine } from '#partners/http.ts'
import { acceptTimeoutMs, type MailResult, type MailSender } from './port.ts'

export interface SmtpOptions {
  /** 'smtps://user:password@mail.example.nz:465' */
  readonly url: string
  /** The time limit of the DNS look-up, the connection and the greeting. */
  readonly timeoutMs?: number
  /** The time limit of each later response. */
  readonly answerMs?: number
}

export function smtp({ url, timeoutMs = 10_000, answerMs = acceptTimeoutMs }: SmtpOptions): MailSender {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: answerMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(message) {
      const to = toAsciiEmail(message.to)
      if (to === null) return { outcome: 'refused', reason: 'no plain address' }
      try {
        await transport.sendMail({
          // One line each, to prevent header injection.
          messageId: toSingleLine(message.messageId),
          from: { name: toSingleLine(message.from.name), address: message.from.address },
          replyTo: { name: '', address: message.replyTo },
          // An object, because the library splits a string at commas into several recipients.
          to: { name: '', address: to },
          subject: toSingleLine(message.subject),
          html: message.html,
          text: message.text,
          attachments: message.attachments.map(({ filename, contentType, content }) => ({
            filename: toSingleLine(filename),
            contentType,
            content: Buffer.from(content),
          })),
        })
        return { outcome: 'accepted' }
      } catch (error) {
        return answerTo(error)
      }
    },
  }
}

/** The commands whose rejection concerns this message and not our account. */
const aboutTheMessage: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])
/**
 * Status codes that concern our sender address, account or relay (RFC 3463: 5.1.7, 5.1.8, 5.3, 5.4, 5.7). An operator
 * corrects the cause, and the e-mail is sent later.
 */
const aboutUs = /^5\d\d[ -]5\.(?:1\.[78]\b|[347]\.)/
/**
 * Status codes that concern the recipient or the content (5.1.1 to 5.1.6, 5.1.10, 5.2, 5.6). Other rejections after
 * DATA, such as a bare 554, often mean that a relay closed our account.
 */
const aboutRecipient = /^5\d\d[ -]5\.(?:1\.(?:[1-6]|10)\b|[26]\.)/

const isOfThisMail = (command: string, response: string): boolean =>
  command === 'DATA' ? aboutRecipient.test(response) : !aboutUs.test(response)

/** The fields of nodemailer's errors. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

function answerTo(error: unknown): MailResult {
  if (!(error instanceof Error)) throw error
  const { code = 'not sent', command = '', responseCode, response = '' }: SmtpError = error
  if (responseCode === undefined) return { outcome: 'failed', reason: toFailureCode(code) }
  const refused = responseCode >= 500 && aboutTheMessage.has(command) && isOfThisMail(command, response)
  return { outcome: refused ? 'refused' : 'failed', reason: `SMTP ${responseCode}` }
}
