/** Tests of how many database statements step 1 needs, with and without an address. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { register, saveCar } from '#test/purchase.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { statementsOf } from '../../bench/load/pgbench.ts'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ isIdle: true })
})
afterAll(() => world.close())

it('[T17] [EDGE-08] a home that comes into a quote is handed over in one transaction of two statements, the same home in none', async () => {
  const client = await world.browser()
  const { id } = await register(client)
  /** From the one that writes the home. */
  const writes = async () => {
    const sent = (await statementsOf(() => saveCar(client, id))).map(({ text }) => text)
    const first = sent.findIndex(text => /update "quote" set .*"risk_address"/.test(text))
    expect(first).toBeGreaterThan(0)
    const isBegun = /^begin/i.test(sent[first - 1] ?? '')
    return sent.slice(isBegun ? first - 1 : first).map(text => text.split(' ')[0])
  }
  expect(await writes()).toEqual(['begin', 'update', 'with', 'commit'])
  expect(await writes()).toEqual(['update'])
})
