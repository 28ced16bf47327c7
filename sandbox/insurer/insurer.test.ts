/** Tests of the sandbox insurer itself: authentication, validation, and persistence. */
import { expect, it } from 'vitest'
import { coverTypes } from '#journey/cover.ts'
import { encodeQuoteRequest } from '#partners/insurer/wire.ts'
import { insuredRisk, overHttp, policyOf, quotedBy } from '#test/insurer-adapters.ts'
import { temporaryDir, testSandbox } from '#test/sandbox.ts'

const post = (origin: string, path: string, body: unknown, key = 'sandbox-insurer-key') =>
  fetch(`${origin}/api/insurer${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })

it('rejects requests without its key, and reports invalid fields', async () => {
  const { origin } = await testSandbox({ idempotency: 'keys' })
  expect((await post(origin, '/quote/retrieve', {}, 'wrong')).status).toBe(401)
  for (const path of ['/quote/create', '/quote/amend', '/quote/retrieve', '/quote/bind', '/vehiclelookup']) {
    const answer = await post(origin, path, { attributes: 7 })
    expect([path, answer.status]).toEqual([path, 400])
    expect(await answer.json()).toMatchObject({ errors: [{ code: 'MALFORMED' }] })
  }
  const path = await post(origin, '/quote/retrieve', { quoteNumber: '../../x' })
  expect(path.status).toBe(400)
})

it('amends a version of a quote only once, and keeps its data after a restart', async () => {
  const dataDir = await temporaryDir()
  const first = await testSandbox({ dataDir, idempotency: 'keys' })
  const { insurer } = overHttp(`${first.origin}/api/insurer`, 'keys')
  const quote = await quotedBy(insurer)
  const amend = () => insurer.amend(quote.quoteNumber, insuredRisk, quote.history)
  const both = await Promise.all([amend(), amend()])
  expect(both.map(answer => answer.outcome).sort()).toEqual(['quoted', 'stale'])
  const newest = await insurer.retrieve(quote.quoteNumber)
  if (newest.outcome !== 'quoted') throw new Error(newest.outcome)
  const bound = await insurer.bind(policyOf(newest.quote, 'k'))
  expect(bound.outcome).toBe('issued')
  await first.close()
  const second = await testSandbox({ dataDir, idempotency: 'keys' })
  const again = overHttp(`${second.origin}/api/insurer`, 'keys').insurer
  expect(await again.bind(policyOf(newest.quote, 'k'))).toEqual(bound)
  expect(second.soldPolicies()).toEqual(first.soldPolicies())
})

it('[QUOTE-04] returns the excess of the requested cover: 500 for third party covers', async () => {
  const { origin } = await testSandbox({ idempotency: 'keys' })
  const imposed: unknown[] = []
  for (const cover of coverTypes) {
    const choice = { ...insuredRisk.choice, cover, excessFreeWindow: false, hireCar: false }
    const answer = await post(origin, '/quote/create', encodeQuoteRequest({ ...insuredRisk, choice }, null))
    const { data } = (await answer.json()) as {
      data: { attributes: { policyComponent: { coverages: { imposedExcess: number }[] } } }
    }
    imposed.push([cover, data.attributes.policyComponent.coverages[0]?.imposedExcess])
  }
  expect(imposed).toEqual([
    ['COMPREHENSIVE', 300],
    ['THIRD_PARTY_FIRE_THEFT', 500],
    ['THIRD_PARTY', 500],
  ])
})

it('handles a request delivered twice according to its idempotency support', async () => {
  for (const [idempotency, sold] of [
    ['keys', 1],
    ['none', 2],
  ] as const) {
    const planned = [{ when: 'before', how: 'twice' } as const]
    const faults = (call: string) => (call.endsWith('/quote/bind') ? (planned.shift() ?? null) : null)
    const { origin, soldPolicies } = await testSandbox({ idempotency, faults })
    const { insurer } = overHttp(`${origin}/api/insurer`, idempotency)
    expect(await insurer.bind(policyOf(await quotedBy(insurer), 'k'))).toMatchObject({ outcome: 'issued' })
    expect(soldPolicies()).toHaveLength(sold)
  }
})
