/** Tests of quote mails over SMTP: retries, key rotation, and quotes that change before the mail is sent. */
import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Message } from '#partners/mail/port.ts'
import { createRatedQuote, ratedCustomer, savePolicyholders } from '#test/purchase.ts'
import { smtpServer } from '#test/smtp-server.ts'
import { appForTest, type Client, eventually, type TestApp } from '#test/test-app.ts'
import { encryptQuoteMailPayload, type QuoteMailPayload, sendQuoteMail } from './quote-mail.ts'

/** The queue's first retry comes after at least five seconds; a slow machine takes longer. */
const secondTryMs = 45_000

it('[QUOTE-10] [EDGE-11] a mail that the server delays is retried and arrives once', async () => {
  const { url, received, putOffs } = await smtpServer({ putOff: 1 })
  const world = await appForTest({ environment: { SMTP_URL: url } })
  const { client, quote } = await ratedCustomer(world)
  ;(await client.call('emailQuote', { body: { id: quote.id, email: 'aroha@example.nz' } })).ok()
  const mail = await eventually(async () => received[0], secondTryMs)
  expect(putOffs()).toBe(1)
  expect(mail.recipients).toEqual(['aroha@example.nz'])
  expect(mail.raw).toMatch(/^Message-ID: <quote\.[0-9a-f]{24}@openroad\.example>/im)

  await eventually(async () => {
    const rows = await world.query("select from jobs.job where name = 'quote-mail' and state <> 'completed'")
    return rows.length === 0
  }, secondTryMs)
  expect(received).toHaveLength(1)
})

/** A mail partner that accepts and records every message. */
function recordingMail() {
  const sent: Message[] = []
  const send = async (message: Message) => {
    sent.push(message)
    return { outcome: 'accepted' } as const
  }
  return { sent, mail: { send } }
}

it('[QUOTE-10] [EDGE-11] a re-encrypted mail is the same message; a new request is another', async () => {
  const world = await appForTest()
  const { quote } = await ratedCustomer(world)
  const { services } = world
  const newest = { ...services.keys, pii: new Map([['n', randomBytes(32)], ...services.keys.pii]) }
  const { sent, mail } = recordingMail()
  const now = Date.now()
  const asked = (afterMs: number): QuoteMailPayload => ({
    quoteId: quote.id,
    to: 'aroha@example.nz',
    askedAt: new Date(now + afterMs).toISOString(),
    askedBy: {},
  })
  for (const [one, keys] of [
    [asked(0), services.keys],
    [asked(0), newest],
    [asked(1), newest],
  ] as const)
    await sendQuoteMail(encryptQuoteMailPayload(one, keys), { ...services, keys, mail })
  const [first, again, another] = sent.map(({ messageId }) => messageId)
  expect(sent).toHaveLength(3)
  expect(again).toBe(first)
  expect(another).not.toBe(first)
  // One token per message, plus the registration's.
  const rows = await world.query(
    `select count(*)::int as tokens from login_token where quote_id = $1 and kind = 'link'`,
    [quote.id],
  )
  expect(rows).toEqual([{ tokens: 3 }])
})

/** A queued mail request, and its result each time it is processed. */
async function waitingMail(world: TestApp, client: Client, quoteId: string) {
  const { services } = world
  const kept = vi.spyOn(services.jobs, 'put').mockResolvedValue()
  ;(
    await client.call('emailQuote', {
      body: { id: quoteId, email: 'aroha@example.nz' },
      headers: { authorization: `Bearer ${client.token}` },
    })
  ).ok()
  const payload = kept.mock.calls[0]?.[1]
  const encrypted = payload && 'encrypted' in payload ? payload.encrypted : ''
  kept.mockClear()
  onTestFinished(() => kept.mockRestore())
  return async () => {
    const { sent, mail } = recordingMail()
    kept.mockClear()
    await sendQuoteMail(encrypted, { ...services, mail })
    return {
      sent: sent.map(({ to }) => to),
      again: kept.mock.calls.map(([name, same]) => [
        name,
        'encrypted' in same && same.encrypted === encrypted,
      ]),
    }
  }
}

it('[QUOTE-10] [EDGE-11] sends the mail if the customer continues their own quote meanwhile, with or without a session', async () => {
  const world = await appForTest()
  for (const client of [await world.browser(), world.plainClient()]) {
    const quote = await createRatedQuote(client)
    const runJob = await waitingMail(world, client, quote.id)
    await savePolicyholders(client, quote)
    expect((await runJob()).sent).toEqual(['aroha@example.nz'])
  }
})

it('[QUOTE-10] a mail waits during a purchase, and is dropped once the quote is sold or expired', async () => {
  const world = await appForTest()
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const runJob = await waitingMail(world, client, id)
  const become = (status: string) => world.query('update quote set status = $2 where id = $1', [id, status])
  await become('BINDING')
  expect(await runJob()).toEqual({ sent: [], again: [['quote-mail', true]] })
  for (const over of ['CONVERTED', 'EXPIRED']) {
    await become(over)
    expect(await runJob()).toEqual({ sent: [], again: [] })
  }
  const rows = await world.query("select 1 from audit where quote_id = $1 and what = 'quote-mail-over'", [id])
  expect(rows).toHaveLength(2)
  await become('QUOTED')
  expect((await runJob()).sent).toHaveLength(1)
  // A price for unknown answers is not mailed.
  await world.query(
    `update quote set insurer_quote = insurer_quote || '{"requiresReprice": true}'::jsonb where id = $1`,
    [id],
  )
  expect(await runJob()).toEqual({ sent: [], again: [] })
})
