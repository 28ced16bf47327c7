/** Tests of the Windcave sandbox: invalid requests, persistence and webhooks. */
import { expect, test } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { cannedServer } from '#test/canned-server.ts'
import { goodCard } from '#test/cards.ts'
import { submitForm, temporaryDir, testSandbox } from '#test/sandbox.ts'

const authorization = `Basic ${Buffer.from(`${sandboxKeys.card.username}:${sandboxKeys.card.apiKey}`).toString('base64')}`

const call = async (url: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { id: string; state: string; errors?: unknown }
  return { status: response.status, body: answer }
}

const wanted = (notificationUrl?: string) => ({
  type: 'purchase',
  amount: '859.50',
  currency: 'NZD',
  merchantReference: 'OR-1234',
  callbackUrls: { approved: 'http://a.nz', declined: 'http://a.nz', cancelled: 'http://a.nz' },
  ...(notificationUrl ? { notificationUrl } : {}),
})

test.each([
  [{ amount: '0.00' }, ['amount']],
  [{ currency: 'ABC', type: 'gift' }, ['type', 'currency']],
  [{ storedCardIndicator: 'recurringinitial', recurringFrequency: 'monthly' }, ['recurringExpiry']],
])('reports the errors of an invalid request: %j', async (changes, targets) => {
  const { origin } = await testSandbox()
  const refused = await call(`${origin}/api/v1/sessions`, { ...wanted(), ...changes })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toEqual(
    targets.map(target => ({ target, message: `Invalid value for ${target}` })),
  )
})

test('the gateway’s data survives a restart', async () => {
  const dataDir = await temporaryDir()
  const first = await testSandbox({ dataDir })
  const made = await call(`${first.origin}/api/v1/sessions`, wanted(), { 'x-id': 'k' })
  await submitForm(`${first.origin}/pay/${made.body.id}`, goodCard)
  await first.close()
  const second = await testSandbox({ dataDir })
  expect((await call(`${second.origin}/api/v1/sessions/${made.body.id}`)).body.state).toBe('complete')
  expect((await call(`${second.origin}/api/v1/sessions`, wanted(), { 'x-id': 'k' })).body.id).toBe(
    made.body.id,
  )
})

test.each([
  [[500, 500, 200], 3],
  [[404], 1],
  [[502], 1],
  [[302], 1],
])('a webhook is sent until its response is final: %j', async (statuses, expected) => {
  let requests = 0
  const shop = await cannedServer(() => ({ status: statuses[requests++] ?? 200 }))
  const { origin } = await testSandbox({ retryPausesMs: [1, 1, 1, 1, 1, 1] })
  const pay = async (notificationUrl: string) => {
    const { body } = await call(`${origin}/api/v1/sessions`, wanted(notificationUrl))
    await submitForm(`${origin}/pay/${body.id}`, goodCard)
    return body.id
  }
  const id = await pay(`${shop.origin}/webhook/token?a=b`)
  await expect.poll(() => shop.requests).toHaveLength(expected)
  expect(shop.requests[0]).toMatchObject({ method: 'GET', url: `/webhook/token?a=b&sessionId=${id}` })
  // A later one arrives, and no other of the first.
  const next = await pay(`${shop.origin}/next`)
  await expect.poll(() => shop.requests.at(-1)?.url).toContain(next)
  expect(shop.requests).toHaveLength(expected + 1)
})

test('a webhook is sent up to seven times, and the customer’s browser does not wait for it', async () => {
  const shop = await cannedServer(() => ({ status: 500 }))
  const hangs = await cannedServer(() => null)
  const { origin } = await testSandbox({ retryPausesMs: [1, 1, 1, 1, 1, 1] })
  const made = await call(`${origin}/api/v1/sessions`, wanted(shop.origin))
  await fetch(`${origin}/pay/${made.body.id}/cancel`, { redirect: 'manual' })
  const slow = await call(`${origin}/api/v1/sessions`, wanted(hangs.origin))
  expect((await submitForm(`${origin}/pay/${slow.body.id}`, goodCard)).status).toBe(302)
  await expect.poll(() => shop.requests).toHaveLength(7)
})
