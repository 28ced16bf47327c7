/** Tests that concurrent page views share one request to a partner. */
import { expect, it } from 'vitest'
import { createCoalescer } from './coalesce.ts'

/** Looks that a test answers, at a clock of its own. */
function stand() {
  let at = Date.parse('2026-11-21T00:00:00Z')
  const asked: PromiseWithResolvers<boolean>[] = []
  const looks = createCoalescer(() => new Date(at))
  return {
    asked,
    passes(ms: number) {
      at += ms
    },
    visit: (paymentId: string) =>
      looks.run(paymentId, () => {
        const answer = Promise.withResolvers<boolean>()
        asked.push(answer)
        return answer.promise
      }),
  }
}

it('[T12] [EDGE-15] visits that come while one asks about a payment, and right after it, are told what it was told', async () => {
  const { asked, passes, visit } = stand()
  const visits = [visit('a'), visit('a'), visit('b')]
  passes(60_000)
  visits.push(visit('a'))
  expect(asked).toHaveLength(2)
  asked[0]?.resolve(false)
  asked[1]?.resolve(true)
  expect(await Promise.all(visits)).toEqual([false, false, true, false])
  passes(1_499)
  expect(await visit('a')).toBe(false)
  expect(asked).toHaveLength(2)
})

it('[PAY-07] [EDGE-15] a page that asks again two seconds after it was answered has the partner asked anew', async () => {
  const { asked, passes, visit } = stand()
  const first = visit('a')
  asked[0]?.resolve(true)
  await first
  passes(2_000)
  const second = visit('a')
  expect(asked).toHaveLength(2)
  asked[1]?.resolve(false)
  expect(await second).toBe(false)
})

it('[EDGE-15] does not cache a failed request, and fails every caller that waited for it', async () => {
  const { asked, visit } = stand()
  const visits = [visit('a'), visit('a')]
  asked[0]?.reject(new Error('the database is away'))
  for (const one of visits) await expect(one).rejects.toThrow('away')
  void visit('a')
  expect(asked).toHaveLength(2)
})

it('[EDGE-15] evicts the oldest results first', async () => {
  const { asked, visit } = stand()
  for (let payment = 0; payment <= 1_000; payment += 1) void visit(`p${payment}`)
  void visit('p1000')
  void visit('p1')
  expect(asked).toHaveLength(1_001)
  void visit('p0')
  expect(asked).toHaveLength(1_002)
})
