/** Tests of the policy mail's link and message id: a retry has the same, another address another link, a mail sent again another id. */
import { expect, it } from 'vitest'
import type { Message } from '#partners/mail/port.ts'
import { ratedCustomer } from '#test/purchase.ts'
import { appForTest, eventually, mailsTo } from '#test/test-app.ts'
import { sendPolicyMail } from './policy-mail.ts'

it('[PAY-06] [T14] [EDGE-13] retries of a policy mail have one link, and a corrected address gets a new one', async () => {
  const tried: Message[] = []
  const world = await appForTest({ replace: mailsTo(mail => tried.push(mail)) })
  const { quote, bind } = await ratedCustomer(world)
  ;(await bind()).ok()
  await eventually(async () => tried.length > 0)
  const send = async (sentAgainAt?: string) => {
    await sendPolicyMail({ quoteId: quote.id, ...(sentAgainAt && { sentAgainAt }) }, world.services)
    return /\btoken=([\w-]{43})/.exec(tried.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const kept = async () =>
    await world.query(`select expires_at from login_token where quote_id = $1 and kind = 'documents'`, [
      quote.id,
    ])
  const [first] = await kept()
  const token = await send()
  expect(token).not.toBe('')
  expect(await send()).toBe(token)
  const renewed = await kept()
  expect(renewed).toHaveLength(1)
  expect(renewed[0]?.expires_at.getTime()).toBeGreaterThan(first?.expires_at.getTime() ?? Infinity)
  await world.query(
    `update policy set record = jsonb_set(record, '{policyholders,0,email}', '"right@example.nz"') where quote_id = $1`,
    [quote.id],
  )
  expect(await send()).not.toBe(token)
  const { policyNumber } = (await world.repositories.findPolicy(quote.id))?.record ?? {}
  expect(tried.at(-1)?.messageId).toBe(`<policy.${policyNumber}@openroad.example>`)
  expect(tried.at(-1)?.to).toBe('right@example.nz')
  const at = '2026-11-21T02:00:00.000Z'
  for (const _ of ['first', 'retry']) {
    await send(at)
    expect(tried.at(-1)?.messageId).toBe(`<policy.${policyNumber}.${Date.parse(at)}@openroad.example>`)
  }
  await world.query(
    `update policy set record = jsonb_set(record, '{policyNumber}', '"MVP 12/3.4"') where quote_id = $1`,
    [quote.id],
  )
  await send()
  expect(tried.at(-1)).toMatchObject({
    messageId: '<policy.MVP%2012%2F3%2E4@openroad.example>',
    subject: expect.stringContaining('MVP 12/3.4'),
  })
})
