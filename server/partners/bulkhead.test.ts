/** Tests of the bulkhead that limits concurrent calls to a partner. */
import { expect, it, onTestFinished } from 'vitest'
import { findAddress, linkOf, logIn } from '#test/purchase.ts'
import { appForTest, eventually } from '#test/test-app.ts'
import { bulkhead, createBulkheadSlots, PartnerBusyError } from './bulkhead.ts'
import { decoratePartners } from './partner-decorators.ts'

it('allows a fixed number of calls at a time and refuses the next at once', async () => {
  const gate = Promise.withResolvers<string>()
  let refused = 0
  const port = bulkhead(
    { ask: () => gate.promise, name: () => 'port' },
    ['ask'],
    createBulkheadSlots(2),
    () => {
      refused += 1
    },
  )
  const under = [port.ask(), port.ask()]
  expect(refused).toBe(0)
  await expect(port.ask()).rejects.toBeInstanceOf(PartnerBusyError)
  expect(refused).toBe(1)
  gate.resolve('answer')
  expect(await Promise.all(under)).toEqual(['answer', 'answer'])
  expect(await port.ask()).toBe('answer')
  expect(port.name()).toBe('port')
})

it('[EDGE-17] a partner insurer has eight slots for quotes and catalogue, and others for binds', async () => {
  let under = 0
  const hang = () => {
    under += 1
    return new Promise<never>(() => undefined)
  }
  const insurer = { quote: hang, amend: hang, retrieve: hang, bind: hang, lookupBind: hang }
  const catalogue = { models: hang, valueBand: hang }
  const others = { register: {}, addresses: {}, cards: {}, mail: {}, captcha: {} }
  const guarded = decoratePartners({ ...others, insurer, catalogue } as never, {
    config: {
      insurer: { kind: 'http' },
      address: { kind: 'address-book' },
      vehicle: { kind: 'carjam' },
    } as never,
    tracing: null,
    metrics: null,
    log: { info: () => undefined, error: () => undefined },
    now: () => new Date(),
  })
  const calls = Array.from({ length: 10 }, () => [
    guarded.insurer.retrieve({} as never),
    guarded.catalogue.valueBand({} as never),
  ])
  for (const call of calls.flat()) call.catch(() => undefined)
  expect(under).toBe(8)
  guarded.insurer.bind({} as never).catch(() => undefined)
  expect(under).toBe(9)
})

it('[CAR-03] [EDGE-17] a register that hangs uses only its own eight slots: only a look-up of a ninth plate is OVERLOADED', async () => {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  const world = await appForTest({
    environment: { MAX_IN_FLIGHT: '10', METRICS_PORT: '0' },
    replace: {
      partners: {
        register: {
          async lookUp(plate) {
            asked += 1
            if (plate === 'JHU968')
              return {
                outcome: 'found',
                vehicle: { plate, make: 'Mazda', model: 'Demio', submodel: '', year: 2015, body: '' },
              }
            await gate.promise
            return { outcome: 'unknown-plate' }
          },
        },
      },
    },
  })
  onTestFinished(() => gate.resolve())
  const client = await world.browser()
  const { url } = (await client.call('registration', { body: { registrationNumber: 'JHU968' } })).ok()
  await logIn(client, linkOf(url))
  const lookUp = (regNumber: string) => world.plainClient().call('vehicleDetails', { params: { regNumber } })
  ;(await lookUp('JHU968')).ok()
  const hanging = Array.from({ length: 8 }, (_, at) => lookUp(`SLOW${at}`))
  await eventually(async () => asked === 9)
  const ninth = await lookUp('SLOW8')
  expect(ninth).toMatchObject({ status: 503, json: { code: 'OVERLOADED' } })
  expect(ninth.headers.get('retry-after')).toBe('5')
  const told = await (await fetch(`http://localhost:${world.application.metrics?.port}/metrics`)).text()
  expect(told).toContain('openroad_partner_bulkhead_full_total{partner="register"} 1')
  expect(told).toContain('openroad_partner_bulkhead_full_total{partner="cards"} 0')
  expect((await findAddress(client)).suburb).toBe('Remuera')
  // A cached car needs no slot, and a second caller of a plate waits for the look-up of the first.
  ;(await lookUp('JHU968')).ok()
  hanging.push(lookUp('SLOW0'))
  gate.resolve()
  for (const one of await Promise.all(hanging)) expect(one.status).toBe(404)
  expect(asked).toBe(9)
})
