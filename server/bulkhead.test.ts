import { expect, it } from 'vitest'
import { findAddress, register } from '#test/purchase.ts'
import { eventually, openWorld } from '#test/world.ts'
import { bulkhead, PartnerBusy } from './bulkhead.ts'

const plainly = <T>(work: () => Promise<T>) => work()

it('lets so many calls of one port go at a time, and refuses the next at once', async () => {
  const gate = Promise.withResolvers<string>()
  let refused = 0
  const port = bulkhead({ ask: () => gate.promise, name: () => 'port' }, ['ask'], 2, plainly, () => {
    refused += 1
  })
  const under = [port.ask(), port.ask()]
  expect(refused).toBe(0)
  await expect(port.ask()).rejects.toBeInstanceOf(PartnerBusy)
  expect(refused).toBe(1)
  gate.resolve('answer')
  expect(await Promise.all(under)).toEqual(['answer', 'answer'])
  expect(await port.ask()).toBe('answer')
  expect(port.name()).toBe('port')
})

it('[EDGE-17] a register that hangs takes its own eight places: the next look-up is OVERLOADED and counted, all else goes on', async () => {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  const world = await openWorld({
    environment: { MAX_IN_FLIGHT: '4', METRICS_PORT: '0' },
    replace: {
      partners: {
        register: {
          async lookUp(plate) {
            if (plate !== 'SLOW10')
              return {
                outcome: 'found',
                vehicle: {
                  plate,
                  make: 'TOYOTA',
                  model: 'COROLLA',
                  submodel: 'GX',
                  year: 2018,
                  body: 'Hatchback',
                },
              }
            asked += 1
            await gate.promise
            return { outcome: 'unknown-plate' }
          },
        },
      },
    },
  })
  try {
    const client = await world.browser()
    await register(client)
    const slow = () => world.plainClient().call('vehicleDetails', { params: { regNumber: 'SLOW10' } })
    const hanging = Array.from({ length: 8 }, slow)
    await eventually(async () => asked === 8)
    const ninth = await slow()
    expect([ninth.status, ninth.json]).toMatchObject([503, { code: 'OVERLOADED' }])
    expect(ninth.headers.get('retry-after')).toBe('5')
    const told = await (await fetch(`http://localhost:${world.house.metrics?.port}/metrics`)).text()
    expect(told).toContain('openroad_partner_full_total{partner="register"} 1')
    expect(told).toContain('openroad_partner_full_total{partner="cards"} 0')
    expect((await findAddress(client)).suburb).toBe('Remuera')
    gate.resolve()
    for (const one of await Promise.all(hanging)) expect(one.status).toBe(404)
  } finally {
    gate.resolve()
    await world.close()
  }
})
