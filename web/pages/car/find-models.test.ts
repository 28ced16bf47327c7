/** Tests of looking up models and value bands. */

import { expect, test } from 'vitest'
import type { Api, CallOptions } from '#web/api/client.ts'
import { findBand, findModels, type ModelSearch } from './find-models.ts'

type Reply = Awaited<ReturnType<Api['call']>>
const answering = (reply: unknown) => {
  const asked: unknown[] = []
  const options: (CallOptions | undefined)[] = []
  const api = {
    async call(name: string, request: { body: unknown }, given?: CallOptions) {
      asked.push([name, request.body])
      options.push(given)
      return reply as Reply
    },
  } as unknown as Api
  return { api, asked, options }
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

test('[CAR-04] [CAR-05] finds the models of a plate and transmission', async () => {
  const { api, asked } = answering({ outcome: 'ok', status: 200, data: { results: models } })
  expect(await findModels(search({ api }))).toEqual(models)
  expect(asked).toEqual([['vehicleLookup', { registrationOrVin: 'JHU968', transmission: 'Automatic' }]])
})

test('[CAR-02] [CAR-04] sends no request for another plate while there is no session', async () => {
  const { api, asked } = answering({})
  const stop = new AbortController()
  const found = findModels(search({ api, signal: stop.signal, hasSession: () => false }))
  stop.abort()
  expect(await found).toBeNull()
  expect(asked).toEqual([])
})

test('[SHELL-09] [CAR-05] an unfinished security check says nothing about the models', async () => {
  const api = { call: async () => ({ outcome: 'captcha-unavailable' }) } as unknown as Api
  expect(await findModels(search({ api }))).toBe('not-asked')
})

test('[CAR-02] drops models of an old plate', async () => {
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
  ['a partner that fails', refused('PARTNER_UNAVAILABLE'), []],
  ['a car nobody insures', refused('NOT_INSURABLE'), 'not-insurable'],
])('[CAR-05] [SHELL-08] %s', async (_what, reply, found) => {
  expect(await findModels(search(answering(reply)))).toEqual(found)
})

test.each([
  ['no answer of our server', { outcome: 'unreachable' }, 'unreachable'],
  ['a server too busy to ask', refused('OVERLOADED'), 'not-asked'],
  ['a session that is over', refused('NOT_LOGGED_IN'), 'not-asked'],
  ['too many look-ups', refused('TOO_MANY_REQUESTS'), 'too-many'],
])('[CAR-05] [SHELL-14] %s is not reported as a car that was not found', async (_what, reply, found) => {
  expect(await findModels(search(answering(reply)))).toBe(found)
})

test('[CAR-05] [SHELL-14] both look-ups may be retried once, and the page can say so', async () => {
  const { api, options } = answering({ outcome: 'unreachable' })
  const onRepeat = () => {}
  await findModels(search({ api, onRepeat }))
  await findBand(api, 'corolla-a', { onRepeat })
  expect(options.map(given => given?.onRepeat)).toEqual([onRepeat, onRepeat])
})

test('[CAR-05] finds the value band of a model, or none while it is not available', async () => {
  const { api, asked } = answering({
    outcome: 'ok',
    status: 200,
    data: { minSumInsured: 11_000, maxSumInsured: 16_400 },
  })
  expect(await findBand(api, 'corolla-a')).toEqual({ minimumDollars: 11_000, maximumDollars: 16_400 })
  expect(asked).toEqual([['sumInsured', { vehicleKey: 'corolla-a' }]])
  expect(await findBand(answering(refused('PARTNER_UNAVAILABLE')).api, 'corolla-a')).toBeNull()
  expect(await findBand(answering({ outcome: 'unreachable' }).api, 'corolla-a')).toBe('unreachable')
})
