/** Tests of the queue that amends a quote. */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { addDays, formatDay } from '#journey/dates.ts'
import { errorPath } from '#journey/page-paths.ts'
import { startDateOf } from '#journey/questions/quote.ts'
import { formOf } from '#test/samples/form-answers.ts'
import { quoteAttributes } from '#test/samples/quote-attributes.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { today } from '#web/lib/server-clock.ts'
import { type AmendQueueDependencies, createAmendQueue, enqueueChanges } from './amend-queue.ts'
import type { AmendResult } from './send-amend.ts'

interface Quote {
  readonly choice: number
  readonly history: number
  readonly declared: boolean
}

const atOnce = async () => {}

/** A queue with an insurer that refuses an old history, and a page that stores each result. */
function setUp(
  delay: (call: string) => Promise<void> = atOnce,
  other: Partial<AmendQueueDependencies<Quote>> = {},
) {
  const state = {
    choice: 0,
    history: 0,
    shown: null as Quote | null,
    busy: false,
    requests: 0,
    running: 0,
    mostRunning: 0,
    sent: [] as Quote[],
    ends: [] as string[],
    insurerHistory: 0,
    refetches: 0,
  }
  const queue = createAmendQueue<Quote>({
    async send(declared): Promise<AmendResult<Quote>> {
      const { choice, history } = state
      state.requests += 1
      // A queue that sends for ever would never let this file end.
      if (state.requests > 500) return { outcome: 'failed', path: errorPath }
      state.running += 1
      state.mostRunning = Math.max(state.mostRunning, state.running)
      await delay('request')
      const stale = history !== state.insurerHistory
      const quote = { choice, declared, history: stale ? history : ++state.insurerHistory }
      await delay('response')
      state.running -= 1
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
    debounce: () => delay('debounce'),
    canBePriced: () => true,
    onBusy(busy) {
      state.busy = busy
    },
    onResult(result) {
      if (result.outcome === 'amended') {
        state.shown = result.quote
        state.history = result.quote.history
      } else state.ends.push(result.outcome === 'failed' ? result.path : result.outcome)
    },
    ...other,
  })
  const choose = (choice: number) => {
    state.choice = choice
    queue.enqueue()
  }
  const waitUntilIdle = async () => {
    for (let turn = 0; state.busy && turn < 1000; turn += 1) await Promise.resolve()
    expect(state.busy).toBe(false)
  }
  return { state, queue, choose, waitUntilIdle }
}

/** As `setUp`; each response waits for `release`. */
function setUpHeld(other: Partial<AmendQueueDependencies<Quote>> = {}) {
  const held: (() => void)[] = []
  const delay = (call: string) =>
    call === 'response' ? new Promise<void>(resolve => held.push(resolve)) : Promise.resolve()
  const arrived = async () => {
    for (let turn = 0; held.length === 0 && turn < 1000; turn += 1) await Promise.resolve()
    expect(held).not.toHaveLength(0)
  }
  const release = async () => {
    await arrived()
    held.shift()?.()
  }
  return { ...setUp(delay, other), arrived, release }
}

/** A choice, or an amend in another tab. */
const change = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constant('elsewhere' as const))

describe('amending', () => {
  it('[QUOTE-02] sends the last change for any delays, with one amend running at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(change, { minLength: 1, maxLength: 12 }),
        async (scheduler, events) => {
          const { state, choose } = setUp(call => scheduler.schedule(Promise.resolve(), call))
          let isAmendedElsewhere = false
          const apply = async (event: number | 'elsewhere') => {
            if (event !== 'elsewhere') return choose(event)
            // Once only: two during one amend and its retry are a failure, which another test covers.
            if (!isAmendedElsewhere) state.insurerHistory += 1
            isAmendedElsewhere = true
          }
          scheduler.scheduleSequence(
            events.map(event => ({ label: String(event), builder: () => apply(event) })),
          )
          await scheduler.waitIdle()
          expect(state.mostRunning).toBeLessThanOrEqual(1)
          expect(state).toMatchObject({ busy: false, ends: [] })
          const last = events.findLast(event => event !== 'elsewhere')
          expect([state.shown?.choice, state.sent.at(-1)?.choice]).toEqual([last, last])
        },
      ),
    )
  })

  it('[QUOTE-02] combines rapid changes into one amend', async () => {
    const { state, choose, waitUntilIdle } = setUp()
    for (const choice of [1, 2, 3, 4]) choose(choice)
    await waitUntilIdle()
    expect(state.sent).toMatchObject([{ choice: 4 }])
  })

  it('[QUOTE-10] the e-mail waits for the running amend and learns whether it returned a price', async () => {
    const { state, choose, queue } = setUp()
    expect(await queue.whenIdle()).toBe(true)
    choose(3)
    expect(await queue.whenIdle()).toBe(true)
    expect(state.shown?.choice).toBe(3)
    const refused = setUp(atOnce, { send: async () => ({ outcome: 'not-insurable' }) })
    refused.choose(1)
    expect(await refused.queue.whenIdle()).toBe(false)
  })

  it('[EDGE-09] fetches a stale history again and retries once', async () => {
    const { state, choose, waitUntilIdle } = setUp()
    state.insurerHistory = 7
    choose(5)
    await waitUntilIdle()
    expect(state.refetches).toBe(1)
    expect(state.shown).toMatchObject({ choice: 5, history: 8 })
  })

  it('[QUOTE-12] treats a second stale response as a failure', async () => {
    const send = vi.fn(async () => ({ outcome: 'stale' }) as const)
    const { state, queue } = setUp(atOnce, { send })
    expect(await queue.submitDeclaration()).toBe(false)
    expect([send.mock.calls.length, state.ends]).toEqual([2, [errorPath]])
  })

  it('[QUOTE-12] fails when the history cannot be fetched, and the next change tries again', async () => {
    const { state, queue } = setUp(atOnce, { refetch: async () => false })
    state.insurerHistory = 7
    expect(await queue.submitDeclaration()).toBe(false)
    state.history = 7
    expect(await queue.submitDeclaration()).toBe(true)
    expect([state.ends, state.sent.length]).toEqual([[errorPath], 1])
  })

  it('[QUOTE-09] sends the declaration once, after the running amend, with the choices of that moment', async () => {
    const { state, choose, queue, waitUntilIdle } = setUp()
    choose(1)
    state.choice = 2
    expect(await queue.submitDeclaration()).toBe(true)
    expect(state.sent.filter(quote => quote.declared)).toEqual([
      { choice: 2, declared: true, history: state.history },
    ])
    choose(3)
    await waitUntilIdle()
    expect(state.sent.at(-1)).toMatchObject({ choice: 3, declared: false })
  })

  it.each([
    ['the declaration', true],
    ['an earlier change', false],
  ])('[QUOTE-09] a choice made while %s is sent is not declared', async (_what, isDeclarationSent) => {
    const { state, choose, queue, arrived, release } = setUpHeld()
    if (isDeclarationSent) state.choice = 1
    else {
      choose(1)
      await arrived()
    }
    const declared = queue.submitDeclaration()
    await arrived()
    choose(2)
    await release()
    await release()
    expect(await declared).toBe(false)
    expect(state.sent.map(({ choice, declared }) => [choice, declared])).toEqual([
      [1, isDeclarationSent],
      [2, false],
    ])
  })

  it('[QUOTE-09] [EDGE-09] a choice made while a newer history is fetched is sent without the declaration', async () => {
    const { state, choose, queue, waitUntilIdle } = setUp(async call => {
      if (call === 'refetch') choose(2)
    })
    state.choice = 1
    state.insurerHistory = 7
    expect(await queue.submitDeclaration()).toBe(false)
    await waitUntilIdle()
    expect(state.sent.filter(({ declared }) => declared)).toEqual([])
    expect(state.shown?.choice).toBe(2)
  })

  it('[QUOTE-02] [QUOTE-08] a waiting change is not sent while the choices have no price, the next one is', async () => {
    let isComplete = true
    const { state, choose, arrived, release, waitUntilIdle } = setUpHeld({ canBePriced: () => isComplete })
    choose(1)
    await arrived()
    choose(2)
    isComplete = false
    await release()
    await waitUntilIdle()
    expect(state.sent).toMatchObject([{ choice: 1 }])
    isComplete = true
    choose(3)
    await release()
    await waitUntilIdle()
    expect(state.sent).toMatchObject([{ choice: 1 }, { choice: 3 }])
  })

  it('[QUOTE-02] drops responses that arrive after the page was left', async () => {
    const { state, choose, queue, arrived, release } = setUpHeld()
    choose(1)
    await arrived()
    queue.stop()
    await release()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    expect(state.sent).toHaveLength(1)
    expect(state.shown).toBe(null)
  })
})

describe('enqueueing changes', () => {
  /** Step 3 with a price for the start date. */
  function openQuote(startDate: string) {
    const draft = createDraft(null)
    draft.setAnswers(formOf({ 'car.carValue': '15000', 'cover.startDate': startDate }))
    const quote = { ...quoteAttributes, policyInceptionDate: startDateOf(draft.answers(), today()) }
    draft.setState({ quoteId: 'q1', quote, furthestStep: 'payment' })
    const enqueue = vi.fn()
    enqueueChanges(draft, { enqueue, stop: vi.fn() })
    return { draft, enqueued: () => enqueue.mock.calls.length }
  }

  it.each(['', formatDay(addDays(today(), 3))])(
    '[QUOTE-02] [QUOTE-08] the start date %j is sent again after an invalid one, which is not sent',
    startDate => {
      const { draft, enqueued } = openQuote(startDate)
      expect(enqueued()).toBe(0)
      draft.setAnswer('cover.hireCar', 'YES')
      expect(enqueued()).toBe(1)
      draft.setAnswer('cover.startDate', '5')
      expect(enqueued()).toBe(1)
      draft.setAnswer('cover.startDate', startDate)
      expect(enqueued()).toBe(2)
    },
  )

  it('[SHELL-02] [QUOTE-08] an invalid start date locks the later steps', () => {
    const { draft } = openQuote('')
    draft.setAnswer('cover.startDate', '5')
    expect(draft.state().furthestStep).toBe('quote')
  })
})
