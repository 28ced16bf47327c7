/** Tests of the sandbox insurer itself: authentication, validation, and persistence. */
import { expect, it } from 'vitest'
import { coverTypes, withOfferedOptions } from '#journey/cover.ts'
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

it('keeps its data after a restart', async () => {
  const dataDir = await temporaryDir()
  const first = await testSandbox({ dataDir, idempotency: 'keys' })
  const { insurer } = overHttp(`${first.origin}/api/insurer`, 'keys')
  const policy = policyOf(await quotedBy(insurer), 'k')
  const bound = await insurer.bind(policy)
  expect(bound.outcome).toBe('issued')
  await first.close()
  const second = await testSandbox({ dataDir, idempotency: 'keys' })
  expect(await overHttp(`${second.origin}/api/insurer`, 'keys').insurer.bind(policy)).toEqual(bound)
  expect(second.soldPolicies()).toEqual(first.soldPolicies())
})

it('[QUOTE-04] returns the excess of the requested cover: 500 for third party covers', async () => {
  const { origin } = await testSandbox({ idempotency: 'keys' })
  const { insurer } = overHttp(`${origin}/api/insurer`, 'keys')
  const imposed = coverTypes.map(async cover => {
    const choice = withOfferedOptions({ ...insuredRisk.choice, cover })
    const { quoteNumber } = await quotedBy(insurer, { ...insuredRisk, choice })
    const answer = await (await post(origin, '/quote/retrieve', { quoteNumber })).text()
    return [cover, /"imposedExcess":(\d+)/.exec(answer)?.[1]]
  })
  expect(await Promise.all(imposed)).toEqual([
    ['COMPREHENSIVE', '300'],
    ['THIRD_PARTY_FIRE_THEFT', '500'],
    ['THIRD_PARTY', '500'],
  ])
})

it.each([
  ['keys', 1],
  ['none', 2],
] as const)('with idempotency %s, a bind delivered twice makes %i policies', async (idempotency, sold) => {
  const planned = [{ when: 'before', how: 'twice' } as const]
  const faults = (call: string) => (call.endsWith('/quote/bind') ? (planned.shift() ?? null) : null)
  const { origin, soldPolicies } = await testSandbox({ idempotency, faults })
  const { insurer } = overHttp(`${origin}/api/insurer`, idempotency)
  expect(await insurer.bind(policyOf(await quotedBy(insurer), 'k'))).toMatchObject({ outcome: 'issued' })
  expect(soldPolicies()).toHaveLength(sold)
})
