/** Tests of the plate's reducer. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  initialPlateState,
  type PlateAction,
  type PlateEvent,
  type PlateState,
  parsePlateLink,
  plateReducer,
} from './plate-reducer.ts'

const link = { id: 'q1', token: 't1' }

function play(events: readonly PlateEvent[], from: PlateState = initialPlateState) {
  const actions: PlateAction[] = []
  let state = from
  for (const event of events) {
    const move = plateReducer(state, event)
    state = move.state
    actions.push(...move.actions)
  }
  return { state, actions, done: actions.map(action => action.do) }
}

const typed = (plate: string, isRegistered = false): PlateEvent => ({ type: 'changed', plate, isRegistered })
const settled = (plate: string, stage: PlateState['stage']): PlateState => ({ stage, plate, run: 1 })

describe('one plate', () => {
  const asking: PlateEvent[] = [typed('JHU968'), { type: 'left' }]

  test('[CAR-03] left with text: the register, then the registration, then the login with the link of its answer', () => {
    const { state, actions } = play([
      ...asking,
      { type: 'registerAnswered', run: 1, isKnown: true },
      { type: 'registered', run: 1, link },
      { type: 'loggedIn', run: 1, isIn: true },
    ])
    expect(state.stage).toBe('ready')
    expect(actions.filter(action => 'run' in action)).toEqual([
      { do: 'askRegister', plate: 'JHU968', run: 1 },
      { do: 'register', plate: 'JHU968', run: 1 },
      { do: 'login', link, plate: 'JHU968', run: 1 },
    ])
  })

  test('[CAR-03] an empty field sends no request', () => {
    expect(play([{ type: 'left' }]).done).toEqual([])
  })

  test.each([
    ['while it is asked about', []],
    ['once refused', [{ type: 'registerAnswered', run: 1, isKnown: false }]],
    ['while it is registered', [{ type: 'registerAnswered', run: 1, isKnown: true }]],
    [
      'once ready',
      [
        { type: 'registerAnswered', run: 1, isKnown: true },
        { type: 'registered', run: 1, link },
        { type: 'loggedIn', run: 1, isIn: true },
      ],
    ],
  ] as [string, PlateEvent[]][])(
    '[CAR-03] leaving the field again %s asks nothing again',
    (_when, events) => {
      const once = play([...asking, ...events])
      expect(play([{ type: 'left' }, typed('JHU968'), { type: 'left' }], once.state).done).toEqual([])
    },
  )

  test.each(['JHU9681', 'JHU968JHU969', 'KĒA1'])(
    '[CAR-02] [CAR-03] %s is no plate: it gets the message, and no request is sent',
    plate => {
      const { state, done } = play([typed(plate), { type: 'left' }, { type: 'left' }])
      expect([state.stage, done.at(-1)]).toEqual(['refused', 'refuse'])
      expect(done).not.toContain('askRegister')
      expect(play([typed('JHU968'), { type: 'left' }], state).done).toContain('askRegister')
    },
  )

  test('[CAR-03] a plate the register refuses gets its message and no prospect', () => {
    const { state, done } = play([...asking, { type: 'registerAnswered', run: 1, isKnown: false }])
    expect(state.stage).toBe('refused')
    expect(done.slice(2)).toEqual(['askRegister', 'refuse'])
  })

  test('[CAR-03] a register that could not be reached says nothing of the plate: the page is left, and the next leave asks again', () => {
    const { state, actions, done } = play([...asking, { type: 'unreachable', run: 1 }])
    expect(actions.at(-1)).toEqual({ do: 'fail', what: 'register' })
    expect(done).not.toContain('refuse')
    expect(play([{ type: 'left' }], state).done).toEqual(['askRegister'])
  })

  test('[CAR-03] a register that says neither yes nor no gets the message too, and is asked again; a yes takes it away', () => {
    const silent = play([...asking, { type: 'registerAnswered', run: 1, isKnown: null }])
    expect(silent.done.at(-1)).toBe('refuse')
    const again = play([{ type: 'left' }, { type: 'registerAnswered', run: 1, isKnown: true }], silent.state)
    expect(again.done).toEqual(['askRegister', 'clearMessage', 'register'])
  })

  test('[CAR-03] does not request a registered plate again', () => {
    expect(play([typed('JHU968', true), { type: 'left' }])).toMatchObject({
      state: { stage: 'ready' },
      done: ['cancel', 'clearMessage'],
    })
  })

  test.each([
    ['registration', [{ type: 'registered', run: 1, link: null }]],
    [
      'login',
      [
        { type: 'registered', run: 1, link },
        { type: 'loggedIn', run: 1, isIn: false },
      ],
    ],
  ] as [string, PlateEvent[]][])(
    '[CAR-03] a failed %s is said once, and may be tried again',
    (what, events) => {
      const failed = play([...asking, { type: 'registerAnswered', run: 1, isKnown: true }, ...events])
      expect(failed.actions.at(-1)).toEqual({ do: 'fail', what })
      expect(play([{ type: 'left' }], failed.state).done).toEqual(['askRegister'])
    },
  )

  test('[CAR-03] [SHELL-09] a call given up before it was sent can be tried again', () => {
    const given = play([...asking, { type: 'givenUp', run: 1 }])
    // Of the transmission too: nothing is looked up for it any more.
    expect(given.done.at(-1)).toBe('forgetCar')
    expect(play([{ type: 'left' }], given.state).done).toEqual(['askRegister'])
  })
})

describe('another plate', () => {
  test('[CAR-02] a change cancels what is under way and forgets model list, model, transmission and key', () => {
    const { done } = play([typed('JHU968'), { type: 'left' }, typed('JHU96')])
    expect(done.slice(-3)).toEqual(['cancel', 'clearMessage', 'forgetCar'])
  })

  test('[CAR-02] typing the same plate again, with or without spaces, resets nothing', () => {
    expect(play([typed('JHU968')], settled('JHU968', 'ready')).done).toEqual([])
  })

  test('[CAR-02] [CAR-03] a slip put right forgets the models, but registers no second prospect', () => {
    const { state, done } = play(
      [typed('JHU96'), typed('JHU968', true), { type: 'left' }],
      settled('JHU968', 'ready'),
    )
    expect(state.stage).toBe('ready')
    expect(done).toEqual(['cancel', 'clearMessage', 'forgetCar', 'cancel', 'clearMessage', 'forgetCar'])
  })

  test('[SHELL-14] a plate restored by a reload keeps the answers restored with it', () => {
    expect(play([typed('JHU968')]).done).not.toContain('forgetCar')
  })

  test('[CAR-02] ignores late responses for the old plate, even when it is typed again', () => {
    const back = play([typed('JHU968'), { type: 'left' }, typed('AQU512'), typed('JHU968'), { type: 'left' }])
    const late: PlateEvent[] = [
      { type: 'registerAnswered', run: 1, isKnown: false },
      { type: 'registered', run: 1, link },
      { type: 'loggedIn', run: 1, isIn: true },
      { type: 'registerAnswered', run: 1, isKnown: null },
      { type: 'unreachable', run: 1 },
      { type: 'givenUp', run: 1 },
    ]
    expect(play(late, back.state)).toEqual({ state: back.state, actions: [], done: [] })
  })

  const plates = fc.constantFrom('', 'A', 'JHU968', 'AQU512')
  const runs = fc.nat(6)
  const events: fc.Arbitrary<PlateEvent> = fc.oneof(
    fc.record({ type: fc.constant('changed' as const), plate: plates, isRegistered: fc.boolean() }),
    fc.record({ type: fc.constant('left' as const) }),
    fc.record({
      type: fc.constant('registerAnswered' as const),
      run: runs,
      isKnown: fc.constantFrom(true, false, null),
    }),
    fc.record({ type: fc.constant('registered' as const), run: runs, link: fc.option(fc.constant(link)) }),
    fc.record({
      type: fc.constant('loggedIn' as const),
      run: runs,
      isIn: fc.constantFrom(true, false, null),
    }),
    fc.record({ type: fc.constantFrom('givenUp' as const, 'unreachable' as const), run: runs }),
  )

  test('[CAR-02] [CAR-03] starts calls only for the plate on the page, for any order of events', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), list => {
        let state = initialPlateState
        for (const event of list) {
          const move = plateReducer(state, event)
          for (const action of move.actions) {
            if ('plate' in action) {
              expect(action.plate).toBe(move.state.plate)
              expect(action.run).toBe(move.state.run)
            }
          }
          if (move.state.stage === 'ready') expect(move.state.plate).not.toBe('')
          if (event.type === 'changed') expect(move.state.plate).toBe(event.plate)
          state = move.state
        }
      }),
    )
  })
})

test.each([
  ['https://quote.example/vehicle?id=q1&token=t1', link],
  ['/vehicle?id=q1&token=t1&partnerId=p', link],
  ['/vehicle?id=q1', null],
  ['/vehicle?token=t1', null],
  ['', null],
])('[CAR-03] the link in %j', (url, expected) => {
  expect(parsePlateLink(url)).toEqual(expected)
})
