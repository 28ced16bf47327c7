/** Tests of the calls that register a plate and log in. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProblemCode, problems } from '#contract/problems.ts'
import { formOf } from '#test/samples/quote-form.ts'
import { type Api, type CallOptions, createApi } from '#web/api/client.ts'
import { captchaOff } from '#web/features/captcha/captcha.ts'
import { bandOf, isCarRefused, modelsOf } from '#web/features/draft/draft-state.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { createCookies, createSession } from '#web/features/session/session.ts'
import { createPlateLookup, parseLoginLink } from './plate-lookup.ts'

type Reply = Awaited<ReturnType<Api['call']>>
const ok = (data: unknown) => ({ outcome: 'ok', status: 200, data }) as Reply
const registration = ok({ source: 'openroad', url: 'https://q.example/vehicle?id=q1&token=t1' })

const refused = (code: ProblemCode) => {
  const { status, title } = problems[code]
  return { outcome: 'refused', status, problem: { type: '', title, status, code, requestId: 'r' } } as Reply
}

/** A client whose answers the test hands out by the call's name, and what it was asked in order. */
function world(
  replies: Partial<Record<string, Reply | Promise<Reply>>> = {},
  loggedIn: boolean | null = true,
  isTyping = true,
  repeated = '',
) {
  const asked: string[] = []
  const bodies: unknown[] = []
  const api = {
    async call(
      name: string,
      request?: { params?: { regNumber?: string }; body?: { registrationNumber?: string; source?: string } },
      options?: CallOptions,
    ) {
      if (name === repeated) for (const isRepeating of [true, false]) options?.onRepeat?.(isRepeating)
      asked.push(
        [name, request?.params?.regNumber ?? request?.body?.registrationNumber, request?.body?.source]
          .filter(Boolean)
          .join(' '),
      )
      if (request?.body) bodies.push(request.body)
      return replies[name] ?? (name === 'registration' ? registration : ok({ regNumber: 'JHU968' }))
    },
    async login(id: string, token: string) {
      asked.push(`login ${id} ${token}`)
      return loggedIn
    },
  } as unknown as Api
  const draft = createDraft(null)
  const said: string[] = []
  let wasRepeating = false
  const flow = createPlateLookup({
    api,
    draft,
    source: 'openroad',
    isTyping: () => isTyping,
    onRefused: code => said.push(code === 'PLATE_INVALID' ? 'refused' : code),
    onCleared: () => said.push('cleared'),
    onFailed: failure => said.push(failure),
    onRepeat(isRepeating) {
      if (isRepeating !== wasRepeating) said.push(isRepeating ? 'repeating' : 'repeated')
      wasRepeating = isRepeating
    },
  })
  const type = (plate: string) => draft.setAnswer('car.plate', plate)
  return { asked, bodies, draft, said, flow, type }
}

test('[CAR-03] [EDGE-17] over the hourly limit the page says so and stays; leaving the field asks again', async () => {
  const { asked, flow, type, said } = world({ registration: refused('TOO_MANY_REQUESTS') })
  type('JHU968')
  flow.left()
  await expect.poll(() => said).toContain('PLATES_TOO_MANY')
  expect(said).not.toContain('error')
  flow.left()
  await expect.poll(() => asked).toHaveLength(4)
})

test('[CAR-03] [SHELL-03] plate, registration for the brand, login; then quote id and plate are known', async () => {
  const { asked, draft, flow, type, said } = world()
  type('jhu 968')
  flow.left()
  flow.left()
  await expect.poll(() => draft.state()).toMatchObject({ quoteId: 'q1', registeredPlate: 'JHU968' })
  flow.left()
  expect(asked).toEqual(['vehicleDetails JHU968', 'registration JHU968 openroad', 'login q1 t1'])
  expect(said).not.toContain('refused')
})

test.each([
  ['refused', { vehicleDetails: { outcome: 'refused', status: 404 } as Reply }, true, 'refused'],
  ['unreachable', { vehicleDetails: { outcome: 'unreachable' } as Reply }, true, 'error'],
  ['unregistered', { registration: { outcome: 'unreachable' } as Reply }, true, 'error'],
  ['without a link', { registration: ok({ source: 'x', url: '/vehicle' }) }, true, 'error'],
  ['not let in', {}, false, 'login-refused'],
  ['neither let in nor refused', {}, null, 'error'],
])('[CAR-03] [ENTRY-03] a plate that is %s', async (_what, replies, loggedIn, expected) => {
  const { draft, flow, type, said } = world(replies, loggedIn)
  type('JHU968')
  flow.left()
  await expect.poll(() => said.at(-1)).toBe(expected)
  expect(draft.state()).not.toHaveProperty('quoteId')
})

test.each([
  ['PARTNER_UNAVAILABLE', 'refused'],
  ['OVERLOADED', 'refused'],
  ['TOO_MANY_REQUESTS', 'PLATES_TOO_MANY'],
] as const)(
  '[CAR-03] the outage %s proves nothing about a plate: leaving the field again asks again',
  async (code, message) => {
    const replies = { vehicleDetails: refused(code) }
    const { draft, flow, type, said } = world(replies)
    type('JHU968')
    flow.left()
    await expect.poll(() => said).toEqual(['cleared', message])
    replies.vehicleDetails = ok({ regNumber: 'JHU968' })
    flow.left()
    await expect.poll(() => draft.state().quoteId).toBe('q1')
    expect(said).toEqual(['cleared', message, 'cleared'])
  },
)

test('[CAR-03] [SHELL-14] without a response nothing is said about the plate: the page is left, and leaving the field again asks again', async () => {
  const replies: Partial<Record<string, Reply>> = { vehicleDetails: { outcome: 'unreachable' } }
  const { draft, flow, type, said } = world(replies)
  type('JHU968')
  flow.left()
  await expect.poll(() => said).toEqual(['cleared', 'error'])
  expect(draft.answers()).toEqual(formOf({ 'car.plate': 'JHU968' }))
  delete replies.vehicleDetails
  flow.left()
  await expect.poll(() => draft.state().quoteId).toBe('q1')
})

test.each(['vehicleDetails', 'registration'])(
  '[CAR-03] [SHELL-14] %s may be retried once, and the page can say so',
  async repeated => {
    const { flow, type, said, draft } = world({}, true, true, repeated)
    type('JHU968')
    flow.left()
    await expect.poll(() => draft.state().quoteId).toBe('q1')
    expect(said.filter(one => one.startsWith('repeat'))).toEqual(['repeating', 'repeated'])
  },
)

test('[CAR-03] does not request an unknown plate again', async () => {
  const { asked, flow, type, said } = world({ vehicleDetails: refused('INVALID_PLATE') })
  type('JHU968')
  flow.left()
  await expect.poll(() => said).toEqual(['cleared', 'refused'])
  flow.left()
  expect(asked).toEqual(['vehicleDetails JHU968'])
})

test('[SHELL-09] without a captcha token nothing is said about the plate, and leaving it again asks again', async () => {
  const { asked, flow, type, said } = world({ vehicleDetails: { outcome: 'captcha-unavailable' } as Reply })
  type('JHU968')
  flow.left()
  await expect
    .poll(() => {
      flow.left()
      return asked
    })
    .toEqual(['vehicleDetails JHU968', 'vehicleDetails JHU968'])
  expect(said).toEqual(['cleared'])
})

test('[CAR-02] a changed plate resets models, model, transmission, key and quote, and ignores late responses', async () => {
  const late = Promise.withResolvers<Reply>()
  const replies = { vehicleDetails: late.promise }
  const { asked, draft, flow, type, said } = world(replies)
  type('JHU968')
  flow.left()
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
  expect([modelsOf(car, draft.state()), bandOf(car, draft.state())]).toEqual([null, null])
  expect(isCarRefused(car, draft.state())).toBe(false)
  replies.vehicleDetails = new Promise(() => {})
  flow.left()
  late.resolve({ outcome: 'unreachable' })
  await end
  expect(said).toEqual(['cleared', 'cleared'])
  expect(asked).toEqual(['vehicleDetails JHU968', 'vehicleDetails AQU512'])
})

test('[CAR-02] ignores responses after the step was left', async () => {
  const late = Promise.withResolvers<Reply>()
  const { draft, flow, type, said, asked } = world({ vehicleDetails: late.promise })
  type('JHU968')
  flow.left()
  const end = draft.pendingLookups.nextSettled()
  flow.stop()
  late.resolve(ok({ regNumber: 'JHU968' }))
  await end
  expect(asked).toEqual(['vehicleDetails JHU968'])
  expect(said).toEqual(['cleared'])
})

test('[SHELL-14] a plate restored by a reload counts as left, and its answers stay', async () => {
  const { asked, draft } = world({}, true, false)
  draft.setAnswers({ car: { plate: 'JHU968', transmission: 'Manual' } })
  await expect.poll(() => draft.state().registeredPlate).toBe('JHU968')
  expect(asked).toHaveLength(3)
  expect(draft.answers().car.transmission).toBe('Manual')
})

test('[CAR-03] a corrected typo keeps the existing prospect', async () => {
  const { asked, draft, flow, type } = world()
  type('JHU968')
  flow.left()
  await expect.poll(() => draft.state().quoteId).toBe('q1')
  type('JHU96')
  type('JHU968')
  flow.left()
  expect(asked).toHaveLength(3)
  expect(draft.state()).toMatchObject({ quoteId: 'q1', registeredPlate: 'JHU968' })
})

test('[CAR-02] [ENTRY-07] a corrected typo asks for the identity as before, and another plate does not ask', async () => {
  const { draft, flow, type } = world()
  draft.setState({ registeredPlate: 'AQU512', quoteId: 'q0', quoteNumber: 'Q123', needsIdentityCheck: true })
  type('AQU512')
  type('AQU51')
  type('AQU512')
  flow.left()
  expect(draft.state()).toMatchObject({ quoteId: 'q0', quoteNumber: 'Q123', needsIdentityCheck: true })
  type('JHU968')
  flow.left()
  await expect.poll(() => draft.state().quoteId).toBe('q1')
  expect(draft.state()).not.toHaveProperty('needsIdentityCheck')
})

test('[CAR-02] [PAY-09] another plate is a new prospect without the cancelled payment', async () => {
  const { draft, flow, type } = world()
  draft.setState({ registeredPlate: 'AQU512', quoteId: 'q0' })
  draft.setState({ acceptedIncidents: [[{ claimCode: '', month: '', year: '2023' }]] })
  draft.setState({ isPaymentCancelled: true })
  type('JHU968')
  flow.left()
  await expect.poll(() => draft.state().quoteId).toBe('q1')
  expect(draft.state()).not.toHaveProperty('acceptedIncidents')
  expect(draft.answers()).toEqual(formOf({ 'car.plate': 'JHU968' }))
})

test.each([
  ['nobody', {}, { source: 'openroad' }],
  ['a partner', { partnerId: 'dealer-1' }, { source: 'openroad', partnerId: 'dealer-1' }],
  [
    'a partner with a source of its own',
    { partnerId: 'dealer-1', source: 'dealer network' },
    { source: 'dealer network', partnerId: 'dealer-1' },
  ],
])('[BUS-02] registers a plate for the sender of the visitor: %s', async (_who, draftState, sent) => {
  const { bodies, draft, flow, type } = world()
  draft.setState(draftState)
  type('JHU968')
  flow.left()
  await expect.poll(() => draft.state().quoteId).toBe('q1')
  expect(bodies).toEqual([{ registrationNumber: 'JHU968', ...sent }])
  expect(draft.state()).toMatchObject(draftState)
})

test('[CAR-02] [PAY-06] a plate entered after a purchase belongs to a new quote that is not bought', async () => {
  const { draft, flow, type } = world()
  draft.setState({ registeredPlate: 'AQU512', quoteId: 'q0', policyNumber: 'OR1' })
  type('JHU968')
  flow.left()
  await expect.poll(() => draft.state().quoteId).toBe('q1')
  expect(draft.state()).not.toHaveProperty('policyNumber')
})

test('[CAR-02] a late login for another plate leaves the session with the present quote', async () => {
  const late = Promise.withResolvers<Response>()
  const logins = [Promise.resolve(Response.json({ JWT: 'token of q1' })), late.promise]
  const asked: string[] = []
  const session = createSession({
    cookies: createCookies({ cookie: '' }, false),
    timeoutSeconds: 1800,
    now: () => 0,
    everySecond: () => () => {},
  })
  const api = createApi({
    session,
    captcha: captchaOff,
    async fetch(url) {
      asked.push(url)
      if (url === '/edge/login') return logins.shift() ?? Response.error()
      if (!url.endsWith('/registration')) return Response.json({ regNumber: 'ANY1' })
      const made = asked.filter(one => one === url).length
      return Response.json({ source: 'openroad', url: `https://q.example/vehicle?id=q${made}&token=t` })
    },
    securityCheck: async () => false,
    onSessionOver: () => {},
    pause: async () => {},
  })
  const draft = createDraft(null)
  const flow = createPlateLookup({
    api,
    draft,
    source: 'openroad',
    isTyping: () => true,
    onRefused: () => {},
    onCleared: () => {},
    onFailed: () => {},
    onRepeat: () => {},
  })
  draft.setAnswer('car.plate', 'JHU968')
  flow.left()
  await expect.poll(() => draft.state().quoteId).toBe('q1')
  draft.setAnswer('car.plate', 'AQU512')
  flow.left()
  await expect.poll(() => asked.filter(url => url === '/edge/login')).toHaveLength(2)
  const end = draft.pendingLookups.nextSettled()
  draft.setAnswer('car.plate', 'JHU968')
  late.resolve(Response.json({ JWT: 'token of q2' }))
  await end
  expect([draft.state().quoteId, session.token()]).toEqual(['q1', 'token of q1'])
})

test.each(['JHU9681', 'JHU968JHU969', 'KĒA1'])(
  '[CAR-02] [CAR-03] %s is not a plate: it gets the message, and no request is sent',
  async plate => {
    const { asked, draft, flow, type, said } = world()
    type(plate)
    flow.left()
    flow.left()
    expect(said).toEqual(['cleared', 'refused'])
    expect([asked, flow.refusal()]).toEqual([[], 'PLATE_INVALID'])
    type('JHU968')
    expect(flow.refusal()).toBeNull()
    flow.left()
    await expect.poll(() => draft.state().quoteId).toBe('q1')
  },
)

test('[CAR-03] an empty field sends no request', () => {
  const { asked, flow, said } = world()
  flow.left()
  expect([asked, said]).toEqual([[], []])
})

test('[SHELL-09] a security check that was given up forgets the transmission, which would wait for ever', async () => {
  const { draft, flow, type, asked } = world({ vehicleDetails: { outcome: 'captcha-unavailable' } as Reply })
  type('JHU968')
  draft.setAnswer('car.transmission', 'Manual')
  flow.left()
  await expect.poll(() => draft.answers().car.transmission).toBe('')
  expect(asked).toEqual(['vehicleDetails JHU968'])
})

test('[CAR-02] [CAR-03] registers only the plate on the page, for any order of typing', async () => {
  const plates = fc.constantFrom('', 'A', 'JHU968', 'AQU512')
  const steps = fc.array(fc.record({ plate: plates, isLeft: fc.boolean(), pauses: fc.nat(4) }), {
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(steps, async list => {
      const { draft, flow, type } = world()
      for (const { plate, isLeft, pauses } of list) {
        type(plate)
        if (isLeft) flow.left()
        for (let turn = 0; turn < pauses; turn += 1) await Promise.resolve()
      }
      const { plate } = draft.answers().car
      flow.left()
      while (draft.pendingLookups.nextSettled()) await draft.pendingLookups.nextSettled()
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
