import { expect, test } from 'vitest'
import type { Api } from '#web/api.ts'
import { findBand, findModels, type ModelSearch } from './find-models.ts'

type Reply = Awaited<ReturnType<Api['call']>>
const answering = (reply: unknown) => {
  const asked: unknown[] = []
  const api = {
    async call(name: string, request: { body: unknown }) {
      asked.push([name, request.body])
      return reply as Reply
    },
  } as unknown as Api
  return { api, asked }
}
const search = (parts: Pick<ModelSearch, 'api'> & Partial<ModelSearch>): ModelSearch => ({
  plate: 'JHU968',
  transmission: 'Automatic',
  signal: new AbortController().signal,
  hasSession: () => true,
  ...parts,
})
const models = [{ vehicleKey: 'corolla-a', vehicleDescription: 'Toyota Corolla' }]
const refused = (code: string) => ({ outcome: 'refused', status: 422, problem: { code } })

test('[CAR-04] [CAR-05] the models of a plate and transmission', async () => {
  const { api, asked } = answering({ outcome: 'ok', status: 200, data: { results: models } })
  expect(await findModels(search({ api }))).toEqual(models)
  expect(asked).toEqual([['vehicleLookup', { registrationOrVin: 'JHU968', transmission: 'Automatic' }]])
})

test('[CAR-02] [CAR-04] of another plate, while there is no session, nothing is asked', async () => {
  const { api, asked } = answering({})
  const stop = new AbortController()
  const found = findModels(search({ api, signal: stop.signal, hasSession: () => false }))
  stop.abort()
  expect(await found).toBeNull()
  expect(asked).toEqual([])
})

test('[SHELL-09] [CAR-05] where the security check did not finish, nothing is said of the models', async () => {
  const api = { call: async () => ({ outcome: 'captcha-unavailable' }) } as unknown as Api
  expect(await findModels(search({ api }))).toBe('not-asked')
})

test('[CAR-02] models that come for an old plate are dropped', async () => {
  const stop = new AbortController()
  const api = {
    async call() {
      stop.abort()
      return { outcome: 'ok', status: 200, data: { results: models } }
    },
  } as unknown as Api
  expect(await findModels(search({ api, signal: stop.signal }))).toBeNull()
})

test.each([
  ['none known', { outcome: 'ok', status: 200, data: { results: [] } }, []],
  ['no answer', { outcome: 'unreachable' }, []],
  ['a partner that fails', refused('PARTNER_UNAVAILABLE'), []],
  ['a car nobody insures', refused('NOT_INSURABLE'), 'not-insurable'],
])('[CAR-05] [SHELL-08] %s', async (_what, reply, found) => {
  expect(await findModels(search(answering(reply)))).toEqual(found)
})

test('[CAR-05] the band of a model, or none when it cannot be had', async () => {
  const { api, asked } = answering({
    outcome: 'ok',
    status: 200,
    data: { minSumInsured: 11_000, maxSumInsured: 16_400 },
  })
  expect(await findBand(api, 'corolla-a')).toEqual({ minimumDollars: 11_000, maximumDollars: 16_400 })
  expect(asked).toEqual([['sumInsured', { vehicleKey: 'corolla-a' }]])
  expect(await findBand(answering({ outcome: 'unreachable' }).api, 'corolla-a')).toBeNull()
})
