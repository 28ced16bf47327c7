/** The contract tests of every e-mail adapter: SMTP with a local server, and the mailbox. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toAsciiEmail } from '#journey/email-address.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { type Received, smtpServer } from '#test/smtp-server.ts'
import { mailboxSender } from './mailbox.ts'
import type { MailSender, Message } from './port.ts'
import { smtp } from './smtp.ts'

const pdf = {
  filename: 'policyDetails.pdf',
  contentType: 'application/pdf',
  content: Buffer.from('%PDF-1.7'),
}
const message: Message = {
  messageId: '<quote-1.1@harbour.example.nz>',
  from: { name: 'Harbour Insurance', address: 'noreply@harbour.example.nz' },
  replyTo: 'help@harbour.example.nz',
  to: 'aroha.smith@example.nz',
  subject: 'Your quote, Āroha',
  html: '<p>Kia ora</p>',
  text: 'Kia ora',
  attachments: [pdf],
}

/** The adapter, the messages that it delivered, and the same adapter with an unavailable partner. */
interface Opened {
  readonly carrier: MailSender
  readonly arrived: () => Promise<readonly { readonly to: readonly unknown[]; readonly pdf: string }[]>
  readonly out: MailSender
}

const textOf = (base64 = '') => Buffer.from(base64, 'base64').toString()

function readMail({ raw, recipients }: Received) {
  const headers = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const [, base64] = /filename=\S+\r\n(?:[^\r].*\r\n)*\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? []
  return {
    messageId: headers.find(line => line.startsWith('Message-ID: '))?.slice(12),
    // The test server decodes an ASCII domain to its own script.
    to: [...recipients.map(toAsciiEmail), headers.find(line => line.startsWith('To: '))?.slice(4)],
    headers,
    pdf: textOf(base64),
  }
}

const adapters = {
  async smtp() {
    const { url, received } = await smtpServer()
    return {
      carrier: smtp({ url }),
      arrived: async () => received.map(readMail),
      out: smtp({ url: 'smtp://127.0.0.1:9', timeoutMs: 300 }),
    }
  },
  async mailbox() {
    const dir = await temporaryDir()
    const now = () => new Date()
    return {
      carrier: mailboxSender({ dir, now }),
      async arrived() {
        const names = (await readdir(dir)).filter(name => name.endsWith('.json'))
        const files = await Promise.all(
          names.map(async name => JSON.parse(await readFile(join(dir, name), 'utf8'))),
        )
        return files.map(({ messageId, to, attachments }) => ({
          messageId,
          to: [to],
          pdf: textOf(attachments[0].base64),
        }))
      },
      out: mailboxSender({ dir: '/dev/null/mail', now }),
    }
  },
} satisfies Readonly<Record<string, () => Promise<Opened>>>

describe.each(Object.entries(adapters))('%s', (_, make) => {
  test('[EDGE-11] delivers a message with its attachments', async () => {
    const { carrier, arrived } = await make()
    expect(await carrier.send(message)).toEqual({ outcome: 'accepted' })
    expect(await arrived()).toMatchObject([{ messageId: message.messageId, pdf: '%PDF-1.7' }])
  })

  // Not one plain address.
  test.each([
    'one@example.nz,two@example.nz',
    'one@example.nz\r\nRCPT TO:<two@example.nz>',
    'One <one@example.nz>',
    'kīa@example.nz',
    'one@māori.nz,two@māori.nz',
    '',
  ])('[EDGE-11] refuses the recipient %j', async to => {
    const { carrier, arrived } = await make()
    expect(await carrier.send({ ...message, to })).toMatchObject({ outcome: 'refused' })
    expect(await arrived()).toEqual([])
  })

  test.each([
    ['kia@māori.nz', 'kia@xn--mori-qsa.nz'],
    ['Kia@mail.日本.jp', 'Kia@mail.xn--wgv71a.jp'],
  ])('[EDGE-11] [HOLDER-04] sends mail for %s to %s', async (to, ascii) => {
    const { carrier, arrived } = await make()
    expect(await carrier.send({ ...message, to })).toEqual({ outcome: 'accepted' })
    const [mail] = await arrived()
    expect([...new Set(mail?.to)]).toEqual([ascii])
  })

  test('[EDGE-11] reports a failure for an unavailable partner, so that the mail is retried', async () => {
    expect(await (await make()).out.send(message)).toMatchObject({ outcome: 'failed' })
  })
})

describe('smtp', () => {
  test.each([
    { subject: 'Hello\r\nBcc: thief@example.com' },
    { subject: 'Hello\u2028Bcc: thief@example.com\u0000' },
    { from: { name: 'Harbour\r\nBcc: thief@example.com', address: 'noreply@harbour.example.nz' } },
    { from: { name: '"<thief@example.com>,', address: 'noreply@harbour.example.nz' } },
    { messageId: '<a@b>\r\nBcc: thief@example.com' },
    { attachments: [{ ...pdf, filename: 'a"\r\nBcc: thief@example.com' }] },
  ])('[EDGE-11] %j adds no header', async changes => {
    const { carrier, arrived } = await adapters.smtp()
    expect(await carrier.send({ ...message, ...changes })).toEqual({ outcome: 'accepted' })
    const headers = (await arrived()).flatMap(mail => mail.headers)
    expect(headers.filter(line => /^(?:b?cc|x-)/i.test(line))).toEqual([])
    expect(
      headers.filter(line => /^to:/i.test(line)).every(line => line === 'To: aroha.smith@example.nz'),
    ).toBe(true)
  })

  test('sends text, HTML and attachment to the one recipient, with our message id', async () => {
    const { url, received } = await smtpServer()
    await smtp({ url }).send({ ...message, subject: 'Your \u202Eetouq\u202C, Aroha' })
    const [{ recipients, raw } = { recipients: [], raw: '' }] = received
    expect(recipients).toEqual(['aroha.smith@example.nz'])
    for (const part of [
      'Message-ID: <quote-1.1@harbour.example.nz>',
      'From: Harbour Insurance <noreply@harbour.example.nz>',
      'Reply-To: help@harbour.example.nz',
      // Without the marks that turn the line round.
      'Subject: Your etouq , Aroha',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Type: text/html; charset=utf-8',
      'filename=policyDetails.pdf',
    ]) {
      expect(raw).toContain(part)
    }
  })

  test.each([
    ['RCPT', 550, '', 'refused'],
    // Greylisting: the server asks us to come back later.
    ['RCPT', 451, '', 'failed'],
    // A bare 554 may concern our account: a relay that closed it sends this for every mail.
    ['DATA', 554, '', 'failed'],
    ['DATA', 550, '5.1.1 no such mailbox', 'refused'],
    ['DATA', 556, '5.1.10 takes no mail', 'refused'],
    ['DATA', 552, '5.2.2 mailbox full', 'refused'],
    ['DATA', 554, '5.6.0 cannot be converted', 'refused'],
    ['DATA', 452, '', 'failed'],
    // These concern our account: an operator corrects the cause, and the mail is sent later.
    ['RCPT', 550, '5.1.7 bad sender address syntax', 'failed'],
    ['RCPT', 550, '5.1.8 sender address rejected', 'failed'],
    ['DATA', 550, '5.1.8 sender address rejected', 'failed'],
    ['RCPT', 554, '5.7.1 relay access denied', 'failed'],
    ['DATA', 550, '5.7.1 blocked using a list', 'failed'],
  ])(
    '[EDGE-11] a server that answers %s with %i %s has %s the mail',
    async (command, code, text, outcome) => {
      const { url } = await smtpServer({
        [command === 'RCPT' ? 'recipientCode' : 'dataCode']: code,
        ...(text && { says: text }),
      })
      expect(await smtp({ url }).send(message)).toEqual({ outcome, reason: `SMTP ${code}` })
    },
  )

  test('[EDGE-11] a silent server has failed the mail', async () => {
    const { url } = await smtpServer({ silent: true })
    const sent = await smtp({ url, timeoutMs: 300 }).send(message)
    expect(sent).toEqual({ outcome: 'failed', reason: 'ETIMEDOUT' })
  })

  test('[EDGE-11] sends a message once to a server that scans it for longer than the connection limit', async () => {
    // Long enough for the connection on a busy machine.
    const { url, received } = await smtpServer({ takesMs: 3_500 })
    expect(await smtp({ url, timeoutMs: 3_000 }).send(message)).toEqual({ outcome: 'accepted' })
    expect(received).toHaveLength(1)
    // But it does not wait for ever.
    const impatient = await smtp({ url, answerMs: 300 }).send(message)
    expect(impatient).toEqual({ outcome: 'failed', reason: 'ETIMEDOUT' })
  })

  test('fails with a server that lacks the required TLS', async () => {
    const { url, received } = await smtpServer()
    expect(await smtp({ url: `${url}?requireTLS=true` }).send(message)).toMatchObject({ outcome: 'failed' })
    expect(received).toEqual([])
  })
})

test('a retry overwrites the first message in the mailbox', async () => {
  const dir = await temporaryDir()
  const carrier = mailboxSender({ dir, now: () => new Date('2026-11-21T00:00:00Z') })
  await Promise.all(Array.from({ length: 5 }, () => carrier.send(message)))
  const [name = '', ...others] = await readdir(dir)
  expect(others).toEqual([])
  expect(JSON.parse(await readFile(join(dir, name), 'utf8'))).toMatchObject({
    to: message.to,
    subject: message.subject,
    receivedAt: '2026-11-21T00:00:00.000Z',
    attachments: [{ base64: pdf.content.toString('base64') }],
  })
})
