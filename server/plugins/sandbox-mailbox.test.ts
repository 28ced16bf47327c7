/** Tests of the sandbox's mailbox at the server's own address. */
import { expect, test } from 'vitest'
import { mailboxSender } from '#partners/mail/mailbox.ts'
import { appForTest } from '#test/test-app.ts'

async function appWithMail(environment: Record<string, string> = {}) {
  const testApp = await appForTest({ environment })
  const mail = mailboxSender({ dir: testApp.application.mailboxDir, now: () => new Date() })
  await mail.send({
    messageId: '<1@openroad.example.nz>',
    from: { name: 'Openroad', address: 'noreply@openroad.example.nz' },
    replyTo: 'help@openroad.example.nz',
    to: 'aroha@example.nz',
    subject: 'Your quote',
    html: '<p>Hello</p>',
    text: 'Hello',
    attachments: [{ filename: 'terms.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }],
  })
  return testApp
}

test('the server passes mails, their HTML and attachments on from the sandbox', async () => {
  const { origin } = await appWithMail()
  const list = await fetch(`${origin}/sandbox/mailbox`)
  const path = /\/sandbox\/mailbox\/[0-9a-f]{32}/.exec(await list.text())?.[0]
  expect(list.headers.get('cache-control')).toBe('no-store')
  const html = await fetch(`${origin}${path}/html`)
  expect(await html.text()).toContain('<p>Hello</p>')
  expect(html.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(html.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  const attachment = await fetch(`${origin}${path}/attachments/0`)
  expect(await attachment.text()).toBe('%PDF')
  expect(attachment.headers.get('content-disposition')).toBe('attachment; filename="terms.pdf"')
  expect((await fetch(`${origin}/sandbox/mailbox/${'0'.repeat(32)}`)).status).toBe(404)
})

test('an unreachable sandbox is named', async () => {
  const { origin, sandbox } = await appWithMail()
  await sandbox.close()
  const answer = await fetch(`${origin}/sandbox/mailbox`)
  expect([answer.status, await answer.text()]).toEqual([
    502,
    `The sandbox does not answer at ${sandbox.origin}.`,
  ])
})

test('production has no mailbox', async () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  const production = { NODE_ENV: 'production', ALLOW_SANDBOX: 'yes', JWT_KEY: key, PII_KEYS: `1:${key}` }
  const { application } = await appWithMail(production)
  expect(application.hasMailboxPages).toBe(false)
})
