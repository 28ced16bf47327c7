/** Tests of the sandbox mailbox's pages over messages that the mailbox adapter wrote. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailboxSender } from '#partners/mail/mailbox.ts'
import type { Message } from '#partners/mail/port.ts'
import { temporaryDir, testSandbox } from '#test/sandbox.ts'

const hostile = '<script>alert(1)</script>"\'&'

async function mailboxWith(...messages: readonly Partial<Message>[]) {
  const dataDir = await temporaryDir()
  const clock = { ms: Date.parse('2026-11-21T00:00:00Z') }
  const carrier = mailboxSender({ dir: join(dataDir, 'mailbox'), now: () => new Date(clock.ms) })
  for (const [index, changes] of messages.entries()) {
    clock.ms += 1000
    await carrier.send({
      messageId: `<${index}@harbour.example.nz>`,
      from: { name: 'Harbour Insurance', address: 'noreply@harbour.example.nz' },
      replyTo: 'help@harbour.example.nz',
      to: 'aroha@example.nz',
      subject: `Message ${index}`,
      html: '<html><head><title>x</title></head><body><a href="http://localhost/x">Continue</a></body></html>',
      text: 'Continue: http://localhost/x',
      attachments: [],
      ...changes,
    })
  }
  const { origin } = await testSandbox({ dataDir })
  const get = async (path: string) => {
    const response = await fetch(`${origin}${path}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const list = await get('/sandbox/mailbox')
  const links = [...list.text.matchAll(/href="(\/sandbox\/mailbox\/[0-9a-f]{32})"/g)].map(
    ([, path = '']) => path,
  )
  return { get, list, links }
}

test('[EDGE-11] lists messages newest first, and a retried message once', async () => {
  const { list, links } = await mailboxWith(
    {},
    {},
    { messageId: '<0@harbour.example.nz>', subject: 'Message 0 again' },
  )
  expect([...list.text.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, subject]) => subject)).toEqual([
    'Message 0 again',
    'Message 1',
  ])
  expect(list.text).toContain('to aroha@example.nz')
  expect(links).toHaveLength(2)
})

test('[EDGE-11] a message shows its headers, its HTML in a frame, its text and its attachments', async () => {
  const attachment = {
    filename: 'policy "Details".pdf\r\nX-Evil: 1',
    contentType: 'application/pdf',
    content: Buffer.from('%PDF-1.7'),
  }
  const { get, links } = await mailboxWith({ attachments: [attachment] })
  const [path = ''] = links
  const shown = await get(path)
  for (const part of [
    '<h1>Message 0</h1>',
    'Harbour Insurance &lt;noreply@harbour.example.nz&gt;',
    'help@harbour.example.nz',
    `<iframe src="${path}/html" title="Message"`,
    'sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"',
    'Continue: http://localhost/x',
  ]) {
    expect(shown.text).toContain(part)
  }
  const file = await get(`${path}/attachments/0`)
  expect(file.text).toBe('%PDF-1.7')
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toBe(
    'attachment; filename="policy _Details_.pdf__X-Evil_ 1"',
  )
})

test('the frame runs no script, and its links open outside it', async () => {
  const { get, links } = await mailboxWith({})
  const { text, headers } = await get(`${links[0]}/html`)
  expect(text).toContain('<head><base target="_top">')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox allow-popups(?!.*allow-scripts).*; default-src 'none';/)
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

test('a message’s content is escaped', async () => {
  // Mail adapters refuse a hostile recipient.
  const { get, list, links } = await mailboxWith({
    subject: hostile,
    text: hostile,
    from: { name: hostile, address: hostile },
  })
  const shown = await get(links[0] ?? '')
  for (const { text, headers } of [list, shown]) {
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+';/,
    )
  }
})

test.each([
  '0'.repeat(32),
  '..%2F..%2Fetc%2Fpasswd',
  `${'0'.repeat(32)}/html`,
  'MESSAGE/attachments/0',
  'MESSAGE/attachments/-1',
])('returns not found for %s', async path => {
  const { get, links } = await mailboxWith({})
  const [message = ''] = links
  const known = message.slice(message.lastIndexOf('/') + 1)
  expect((await get(`/sandbox/mailbox/${path.replace('MESSAGE', known)}`)).status).toBe(404)
})
