/** Tests of the look-up of a plate: the register, the registration of a prospect and the login. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorPath, notFoundPath } from '#journey/page-paths.ts'
import { captchaFailed, errorResult, networkError, ok } from '#test/samples/api-results.ts'
import { fakeApi } from '#test/samples/fake-api.ts'
import { formOf } from '#test/samples/form-answers.ts'
import type { Api } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { isCarDeclined, modelsOf, valueBandOfCar } from '#web/features/draft/draft-state.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { createPlateLookup, parseLoginLink } from './plate-lookup.ts'

type Reply = ApiResult<unknown>
const registration = ok({ source: 'openroad', url: 'https://q.example/vehicle?id=q1&token=t1' })

function withApi(api: Api, isTyping = true) {
  const draft = createDraft(null)
  /** What the page had to show, in order. */
  const events: string[] = []
  let wasRetrying = false
  const lookup = createPlateLookup({
    api,
    draft,
    brandKey: 'openroad',
    isTyping: () => isTyping,
    form: { addError: ({ code }) => events.push(code), clearError: () => events.push('cleared') },
    onFailed: path => events.push(path),
    onRetry(isRetrying) {
      if (isRetrying !== wasRetrying) events.push(isRetrying ? 'retrying' : 'retried')
      wasRetrying = isRetrying
    },
  })
  const type = (plate: string) => draft.setAnswer('car.plate', plate)
  /** Leaves the field; resolves when the look-up has ended. */
  const leave = async () => {
    lookup.onLeave()
    for (let end = draft.pendingLookups.nextSettled(); end; end = draft.pendingLookups.nextSettled())
      await end
  }
  const enter = (plate: string) => {
    type(plate)
    return leave()
  }
  return { draft, events, lookup, type, leave, enter }
}

interface Replies {
  vehicleDetails?: Reply | Promise<Reply>
  registration?: Reply
  login?: boolean | null | Promise<boolean>
}

/** A client with these replies, and all calls in order. `retried` names a call that is retried. */
function withReplies(replies: Replies = {}, { isTyping = true, retried = '' } = {}) {
  const calls: string[] = []
  const bodies: unknown[] = []
  let isWanted = () => true
  const api = fakeApi(
    (name, { params, body }, options) => {
      if (name === retried) for (const isRetrying of [true, false]) options?.onRetry?.(isRetrying)
      calls.push(`${name} ${params?.regNumber ?? body?.registrationNumber}`)
      if (body) bodies.push(body)
      if (name === 'registration') return replies.registration ?? registration
      return replies.vehicleDetails ?? ok({ regNumber: 'JHU968' })
    },
    async (id, token, options) => {
      isWanted = options?.isWanted ?? isWanted
      if (retried === 'login') for (const isRetrying of [true, false]) options?.onRetry?.(isRetrying)
      calls.push(`login ${id} ${token}`)
      return replies.login === undefined ? true : replies.login
    },
  )
  return { calls, bodies, replies, isWanted: () => isWanted(), ...withApi(api, isTyping) }
}

test('[CAR-03] [SHELL-03] looks up, registers and logs in once per plate, and then stores quote id and plate', async () => {
  const { calls, draft, enter, lookup, events } = withReplies()
  const end = enter('jhu 968')
  lookup.onLeave()
  await end
  lookup.onLeave()
  expect(draft.state()).toMatchObject({ quoteId: 'q1', registeredPlate: 'JHU968' })
  expect(calls).toEqual(['vehicleDetails JHU968', 'registration JHU968', 'login q1 t1'])
  expect(events).toEqual(['cleared', 'cleared'])
})

const tooMany = errorResult('TOO_MANY_REQUESTS')
const noLink = ok({ source: 'x', url: '/vehicle' })
test.each<[string, Replies, string[]]>([
  ['the register fails', { vehicleDetails: errorResult('PARTNER_UNAVAILABLE') }, ['PLATE_INVALID']],
  ['the server is too busy', { vehicleDetails: errorResult('OVERLOADED') }, ['PLATE_INVALID']],
  ['the limit of plates is reached', { vehicleDetails: tooMany }, ['PLATES_TOO_MANY']],
  ['there is no response', { vehicleDetails: networkError }, [errorPath]],
  ['the security check is not passed', { vehicleDetails: captchaFailed }, []],
  ['the limit of quotes is reached', { registration: tooMany }, ['cleared', 'PLATES_TOO_MANY']],
  ['the registration has no response', { registration: networkError }, ['cleared', errorPath]],
  ['the url has no link', { registration: noLink }, ['cleared', errorPath]],
  ['the login is refused', { login: false }, ['cleared', notFoundPath]],
  ['the login has no response', { login: null }, ['cleared', errorPath]],
])('[CAR-03] [ENTRY-03] [EDGE-17] [SHELL-09] [SHELL-14] when %s', async (_what, failing, expected) => {
  const { draft, enter, events, leave, replies } = withReplies({ ...failing })
  await enter('JHU968')
  expect(events).toEqual(['cleared', ...expected])
  expect(draft.state()).not.toHaveProperty('quoteId')
  expect(draft.answers()).toEqual(formOf({ 'car.plate': 'JHU968' }))
  // Leaving the field again retries.
  for (const call of Object.keys(failing)) delete replies[call as keyof Replies]
  await leave()
  expect(draft.state().quoteId).toBe('q1')
})

test('[CAR-03] requests nothing for an empty field, and does not request an unknown plate again', async () => {
  const { calls, enter, events } = withReplies({ vehicleDetails: errorResult('INVALID_PLATE') })
  await enter('')
  expect([calls, events]).toEqual([[], []])
  await enter('JHU968')
  await enter('JHU968')
  expect(events).toEqual(['cleared', 'PLATE_INVALID'])
  expect(calls).toEqual(['vehicleDetails JHU968'])
})

test.each(['JHU9681', 'JHU968JHU969', 'KĒA1'])('[CAR-02] [CAR-03] %s is not a plate', async plate => {
  const { calls, draft, enter, events, lookup, type } = withReplies()
  await enter(plate)
  lookup.onLeave()
  expect(events).toEqual(['cleared', 'PLATE_INVALID'])
  expect([calls, lookup.refusal()]).toEqual([[], 'PLATE_INVALID'])
  type('JHU968')
  expect(lookup.refusal()).toBeNull()
  await enter('JHU968')
  expect(draft.state().quoteId).toBe('q1')
})

test.each(['vehicleDetails', 'registration', 'login'])(
  '[CAR-03] [SHELL-14] %s may be retried',
  async retried => {
    const { enter, events } = withReplies({}, { retried })
    await enter('JHU968')
    expect(events.filter(event => event.startsWith('retr'))).toEqual(['retrying', 'retried'])
  },
)

test('[SHELL-09] an abandoned security check clears the transmission, which could not be looked up', async () => {
  const { calls, draft, enter, type } = withReplies({ vehicleDetails: captchaFailed })
  type('JHU968')
  draft.setAnswer('car.transmission', 'Manual')
  await enter('JHU968')
  expect(draft.answers().car.transmission).toBe('')
  expect(calls).toEqual(['vehicleDetails JHU968'])
})

test('[CAR-02] a changed plate resets models, model, transmission, key and quote, and ignores late responses', async () => {
  const late = Promise.withResolvers<Reply>()
  const { calls, draft, events, lookup, replies, type } = withReplies({ vehicleDetails: late.promise })
  type('JHU968')
  lookup.onLeave()
  draft.setAnswers({ car: { transmission: 'Manual', vehicleKey: 'corolla-m', carValue: '13700' } })
  draft.setState({
    foundModels: { plate: 'JHU968', transmission: 'Manual', models: [], notInsurable: true },
    valueBand: { vehicleKey: 'corolla-m', minimumDollars: 1, maximumDollars: 2 },
  })
  const end = draft.pendingLookups.nextSettled()
  type('AQU512')
  expect(draft.answers()).toEqual(formOf({ 'car.plate': 'AQU512', 'car.carValue': '13700' }))
  expect(draft.state()).toMatchObject({ furthestStep: 'car' })
  expect(draft.state()).not.toHaveProperty('quote')
  const { car } = draft.answers()
  expect([modelsOf(car, draft.state()), valueBandOfCar(car, draft.state())]).toEqual([null, null])
  expect(isCarDeclined(car, draft.state())).toBe(false)
  replies.vehicleDetails = new Promise(() => {})
  lookup.onLeave()
  late.resolve(networkError)
  await end
  expect(events).toEqual(['cleared', 'cleared'])
  expect(calls).toEqual(['vehicleDetails JHU968', 'vehicleDetails AQU512'])
})

test('[CAR-02] ignores responses after the step was left', async () => {
  const late = Promise.withResolvers<Reply>()
  const { calls, enter, events, lookup } = withReplies({ vehicleDetails: late.promise })
  const end = enter('JHU968')
  lookup.stop()
  late.resolve(ok({ regNumber: 'JHU968' }))
  await end
  expect(calls).toEqual(['vehicleDetails JHU968'])
  expect(events).toEqual(['cleared'])
})

test('[SHELL-14] a plate restored by a reload counts as left, and its answers stay', async () => {
  const { calls, draft, leave } = withReplies({}, { isTyping: false })
  draft.setAnswers({ car: { plate: 'JHU968', transmission: 'Manual' } })
  expect(calls).toEqual(['vehicleDetails JHU968'])
  await leave()
  expect(draft.state().registeredPlate).toBe('JHU968')
  expect(calls).toHaveLength(3)
  expect(draft.answers().car.transmission).toBe('Manual')
})

test('[CAR-02] [CAR-03] [ENTRY-07] [PAY-06] [PAY-09] [SHELL-14] a corrected typo keeps the prospect; another plate is a new one without its answers and policy', async () => {
  const { calls, draft, enter, type } = withReplies()
  const before = {
    registeredPlate: 'AQU512',
    quoteId: 'q0',
    quoteNumber: 'Q123',
    policyNumber: 'OR1',
    acceptedIncidents: [[{ claimCode: '', month: '', year: '2023' }]],
    needsIdentityCheck: true,
    isPaymentCancelled: true,
  }
  draft.setState(before)
  type('AQU512')
  type('AQU51')
  await enter('AQU512')
  expect(draft.state()).toMatchObject(before)
  expect(calls).toEqual([])
  await enter('JHU968')
  expect(draft.state()).toEqual({
    furthestStep: 'car',
    registeredPlate: 'JHU968',
    quoteId: 'q1',
    arePolicyholdersUnsaved: true,
  })
  expect(draft.answers()).toEqual(formOf({ 'car.plate': 'JHU968' }))
})

test.each([
  ['no partner', {}],
  ['a partner', { partnerId: 'dealer-1' }],
  ['a partner with its own source', { partnerId: 'p', source: 'dealers' }],
])('[BUS-02] registers a plate with the partner of the customer’s link: %s', async (_who, draftState) => {
  const { bodies, draft, enter } = withReplies()
  draft.setState(draftState)
  await enter('JHU968')
  expect(bodies).toEqual([{ registrationNumber: 'JHU968', source: 'openroad', ...draftState }])
  expect(draft.state()).toMatchObject(draftState)
})

test('[CAR-02] a late login for a plate that was changed must not store its session', async () => {
  const late = Promise.withResolvers<boolean>()
  const { calls, draft, enter, isWanted, type } = withReplies({ login: late.promise })
  const end = enter('JHU968')
  await expect.poll(() => calls).toHaveLength(3)
  expect(isWanted()).toBe(true)
  type('AQU512')
  expect(isWanted()).toBe(false)
  late.resolve(true)
  await end
  expect(draft.state()).not.toHaveProperty('quoteId')
})

test('[CAR-02] [CAR-03] registers only the plate on the page, for any order of typing', async () => {
  const plates = fc.constantFrom('', 'A', 'JHU968', 'AQU512')
  const step = fc.record({ plate: plates, isLeft: fc.boolean(), pauses: fc.nat(4) })
  const steps = fc.array(step, { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async list => {
      const { draft, leave, lookup, type } = withReplies()
      for (const { plate, isLeft, pauses } of list) {
        type(plate)
        if (isLeft) lookup.onLeave()
        for (let turn = 0; turn < pauses; turn += 1) await Promise.resolve()
      }
      const { plate } = draft.answers().car
      await leave()
      if (plate !== '') expect(draft.state().registeredPlate).toBe(plate)
    }),
  )
})

const link = { id: 'q1', token: 't1' }
test.each([
  ['https://quote.example/vehicle?id=q1&token=t1', link],
  ['/vehicle?id=q1&token=t1&partnerId=p', link],
  ['/vehicle?id=q1', null],
  ['/vehicle?token=t1', null],
  ['', null],
])('[CAR-03] the link in %j', (url, expected) => {
  expect(parseLoginLink(url)).toEqual(expected)
})
