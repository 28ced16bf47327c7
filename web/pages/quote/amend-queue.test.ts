/** Tests of the queue that amends a quote. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorPath } from '#web/app/navigation.tsx'
import { type AmendQueue, type AmendResult, createAmendQueue } from './amend-queue.ts'

interface Quote {
  readonly choice: number
  readonly history: number
  readonly declared: boolean
}

/** An insurer that answers STALE to an old history, and a page that shows what it is told. */
function world(delay: (label: string) => Promise<void>) {
  const state = {
    choice: 0,
    history: 0,
    shown: null as Quote | null,
    busy: false,
    out: 0,
    mostOut: 0,
    sent: [] as Quote[],
    ends: [] as string[],
    insurerHistory: 0,
    refetches: 0,
  }
  const amends: AmendQueue = createAmendQueue<Quote>({
    async send(declared): Promise<AmendResult<Quote>> {
      const { choice, history } = state
      state.out += 1
      state.mostOut = Math.max(state.mostOut, state.out)
      await delay('request')
      const stale = history !== state.insurerHistory
      const quote = { choice, declared, history: stale ? history : ++state.insurerHistory }
      await delay('answer')
      state.out -= 1
      if (stale) return { outcome: 'stale' }
      state.sent.push(quote)
      return { outcome: 'amended', quote }
    },
    async refetch() {
      state.refetches += 1
      await delay('refetch')
      state.history = state.insurerHistory
      return true
    },
    debounce: () => delay('gather'),
    onAmended(quote) {
      state.shown = quote
      state.history = quote.history
    },
    onBusy(busy) {
      state.busy = busy
    },
    onEnd(end) {
      state.ends.push(end.outcome === 'failed' ? end.path : end.outcome)
    },
  })
  const choose = (choice: number) => {
    state.choice = choice
    amends.enqueue()
  }
  return { state, amends, choose }
}

const settle = async (state: { busy: boolean }) => {
  while (state.busy) await Promise.resolve()
}

describe('amending', () => {
  it('[QUOTE-02] sends the last change for any delays, with one amend running at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constant('elsewhere' as const)), {
          minLength: 1,
          maxLength: 12,
        }),
        async (scheduler, events) => {
          const { state, choose } = world(label => scheduler.schedule(Promise.resolve(), label))
          let last: number | null = null
          let elsewhere = 0
          scheduler.scheduleSequence(
            events.map(event => ({
              label: String(event),
              builder: async () => {
                if (event === 'elsewhere') {
                  // Once only: two in the time of one amend and its retry are a failure of their own.
                  if (elsewhere === 0) state.insurerHistory += 1
                  elsewhere += 1
                } else {
                  last = event
                  choose(event)
                }
              },
            })),
          )
          await scheduler.waitIdle()
          expect(state.mostOut).toBeLessThanOrEqual(1)
          expect(state.busy).toBe(false)
          expect(state.ends).toEqual([])
          if (last !== null) {
            expect(state.shown?.choice).toBe(last)
            expect(state.sent.at(-1)?.choice).toBe(last)
          }
        },
      ),
    )
  })

  it('[QUOTE-02] combines rapid changes into one amend', async () => {
    const { state, choose } = world(() => Promise.resolve())
    for (const choice of [1, 2, 3, 4]) choose(choice)
    await settle(state)
    expect(state.sent.map(quote => quote.choice)).toEqual([4])
  })

  it('[QUOTE-10] the e-mail waits for the running amend and learns whether it returned a price', async () => {
    const { state, choose, amends } = world(() => Promise.resolve())
    expect(await amends.idle()).toBe(true)
    choose(3)
    expect(await amends.idle()).toBe(true)
    expect(state.shown?.choice).toBe(3)
    const refused = createAmendQueue<Quote>({
      send: async () => ({ outcome: 'not-insurable' }),
      refetch: async () => true,
      debounce: async () => {},
      onAmended: () => {},
      onBusy: () => {},
      onEnd: () => {},
    })
    refused.enqueue()
    expect(await refused.idle()).toBe(false)
  })

  it('[EDGE-09] fetches a stale history again and retries once', async () => {
    const { state, choose } = world(() => Promise.resolve())
    state.insurerHistory = 7
    choose(5)
    await settle(state)
    expect(state.refetches).toBe(1)
    expect(state.shown).toMatchObject({ choice: 5, history: 8 })
  })

  it('[QUOTE-12] treats a second stale response as a failure', async () => {
    const ends: string[] = []
    let sends = 0
    const amends = createAmendQueue<Quote>({
      send: async () => {
        sends += 1
        return { outcome: 'stale' }
      },
      refetch: async () => true,
      debounce: async () => {},
      onAmended: () => {},
      onBusy: () => {},
      onEnd: end => ends.push(end.outcome === 'failed' ? end.path : end.outcome),
    })
    expect(await amends.submitDeclaration()).toBe(false)
    expect([sends, ends]).toEqual([2, [errorPath]])
  })

  it('[QUOTE-12] fails when the history cannot be fetched, and the next change tries again', async () => {
    const ends: string[] = []
    let stale = true
    const shown: number[] = []
    const amends = createAmendQueue<number>({
      send: async () => (stale ? { outcome: 'stale' } : { outcome: 'amended', quote: 1 }),
      refetch: async () => false,
      debounce: async () => {},
      onAmended: quote => shown.push(quote),
      onBusy: () => {},
      onEnd: end => ends.push(end.outcome),
    })
    expect(await amends.submitDeclaration()).toBe(false)
    stale = false
    expect(await amends.submitDeclaration()).toBe(true)
    expect([ends, shown]).toEqual([['failed'], [1]])
  })

  it('[QUOTE-09] sends the declaration once, after the running amend, with the choices of that moment', async () => {
    const { state, choose, amends } = world(() => Promise.resolve())
    choose(1)
    state.choice = 2
    expect(await amends.submitDeclaration()).toBe(true)
    expect(state.sent.filter(quote => quote.declared)).toEqual([
      { choice: 2, declared: true, history: state.history },
    ])
    choose(3)
    await settle(state)
    expect(state.sent.at(-1)).toMatchObject({ choice: 3, declared: false })
  })

  it('[QUOTE-09] a choice made while the declaration is sent is sent without one, and nothing counts as declared', async () => {
    const answers: (() => void)[] = []
    const { state, choose, amends } = world(label =>
      label === 'answer' ? new Promise(resolve => answers.push(resolve)) : Promise.resolve(),
    )
    state.choice = 1
    const agreed = amends.submitDeclaration()
    while (answers.length === 0) await Promise.resolve()
    choose(2)
    answers.shift()?.()
    while (answers.length === 0) await Promise.resolve()
    answers.shift()?.()
    expect(await agreed).toBe(false)
    expect(state.sent.map(({ choice, declared }) => [choice, declared])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  it('[QUOTE-09] [EDGE-09] a choice made while a newer history is fetched is sent without the declaration', async () => {
    const { state, choose, amends } = world(async label => {
      if (label === 'refetch') choose(2)
    })
    state.choice = 1
    state.insurerHistory = 7
    expect(await amends.submitDeclaration()).toBe(false)
    await settle(state)
    expect(state.sent.filter(({ declared }) => declared)).toEqual([])
    expect(state.shown?.choice).toBe(2)
  })

  it('[QUOTE-09] a choice made while an earlier change is sent is not declared either', async () => {
    const answers: (() => void)[] = []
    const { state, choose, amends } = world(label =>
      label === 'answer' ? new Promise(resolve => answers.push(resolve)) : Promise.resolve(),
    )
    choose(1)
    while (answers.length === 0) await Promise.resolve()
    const agreed = amends.submitDeclaration()
    choose(2)
    answers.shift()?.()
    while (answers.length === 0) await Promise.resolve()
    answers.shift()?.()
    expect(await agreed).toBe(false)
    expect(state.sent.map(({ choice, declared }) => [choice, declared])).toEqual([
      [1, false],
      [2, false],
    ])
  })

  it('[QUOTE-02] drops responses that arrive after the page was left', async () => {
    const answers: (() => void)[] = []
    const { state, choose, amends } = world(label =>
      label === 'answer' ? new Promise(resolve => answers.push(resolve)) : Promise.resolve(),
    )
    choose(1)
    while (answers.length === 0) await Promise.resolve()
    amends.stop()
    for (const answer of answers) answer()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    expect(state.shown).toBe(null)
  })
})
