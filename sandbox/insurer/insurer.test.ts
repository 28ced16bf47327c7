/** Tests of the sandbox insurer itself: authentication, validation, persistence, and the operator page. */
import { expect, it } from 'vitest'
import { coverTypes } from '#journey/cover.ts'
import { toQuoteRequestBody } from '#partners/insurer/http-requests.ts'
import { insuredRisk, overHttp, policyOf, quotedBy } from '#test/insurer-adapters.ts'
import { temporaryDir, testSandbox } from '#test/sandbox.ts'

const post = (origin: string, path: string, body: unknown, key = 'sandbox-insurer-key') =>
  fetch(`${origin}/api/insurer${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })

it('rejects requests without its key, and reports invalid fields', async () => {
  const { origin } = await testSandbox({ insurer: { dir: await temporaryDir(), idempotency: 'keys' } })
  expect((await post(origin, '/quote/retrieve', {}, 'wrong')).status).toBe(401)
  for (const path of ['/quote/create', '/quote/amend', '/quote/retrieve', '/quote/bind', '/vehiclelookup']) {
    const answer = await post(origin, path, { attributes: 7 })
    expect([path, answer.status]).toEqual([path, 400])
    expect(await answer.json()).toMatchObject({ errors: [{ code: 'MALFORMED' }] })
  }
  const path = await post(origin, '/quote/retrieve', { quoteNumber: '../../x' })
  expect(path.status).toBe(400)
})

it('keeps its data after a restart, and two processes amend a version of a quote only once', async () => {
  const dir = await temporaryDir()
  const first = await testSandbox({ insurer: { dir, idempotency: 'keys' } })
  const second = await testSandbox({ insurer: { dir, idempotency: 'keys' } })
  const one = overHttp(`${first.origin}/api/insurer`, 'keys').insurer
  const two = overHttp(`${second.origin}/api/insurer`, 'keys').insurer
  const quote = await quotedBy(one)
  const both = await Promise.all(
    [one, two].map(each => each.amend(quote.quoteNumber, insuredRisk, quote.history)),
  )
  expect(both.map(answer => answer.outcome).sort()).toEqual(['quoted', 'stale'])
  const newest = await two.retrieve(quote.quoteNumber)
  if (newest.outcome !== 'quoted') throw new Error(newest.outcome)
  const bound = await Promise.all([one, two].map(each => each.bind(policyOf(newest.quote, 'k'))))
  expect(bound[0]?.outcome).toBe('issued')
  expect(bound[1]).toEqual(bound[0])
  await first.close()
  expect(await two.lookupBind(policyOf(newest.quote, 'k'))).toEqual(bound[0])
})

it('[QUOTE-04] returns the excess of the requested cover: 500 for third party covers', async () => {
  const { origin } = await testSandbox({ insurer: { dir: await temporaryDir(), idempotency: 'keys' } })
  const imposed: unknown[] = []
  for (const cover of coverTypes) {
    const choice = { ...insuredRisk.choice, cover, excessFreeWindow: false, hireCar: false }
    const answer = await post(origin, '/quote/create', toQuoteRequestBody({ ...insuredRisk, choice }, null))
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

it('handles a request delivered twice according to its idempotency support, and marks a quote sold twice', async () => {
  for (const [idempotency, sold] of [
    ['keys', 'sold once'],
    ['none', 'sold 2 times'],
  ] as const) {
    const planned = [{ when: 'before', how: 'twice' } as const]
    const faults = (call: string) => (call.endsWith('/quote/bind') ? (planned.shift() ?? null) : null)
    const { origin } = await testSandbox({ insurer: { dir: await temporaryDir(), idempotency }, faults })
    const page = async () => (await fetch(`${origin}/sandbox/insurer`)).text()
    expect(await page()).toContain('No policy has been sold yet.')
    const { insurer } = overHttp(`${origin}/api/insurer`, idempotency)
    expect(await insurer.bind(policyOf(await quotedBy(insurer), 'k'))).toMatchObject({ outcome: 'issued' })
    expect(await page()).toContain(sold)
  }
})
