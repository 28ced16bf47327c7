/** The queue as the jobs rely on it: what waits is worked off, and what goes wrong in it is told. */
import { expect, it, onTestFinished } from 'vitest'
import { jsonLog } from '#server/log.ts'
import { testDatabase } from '#test/database.ts'
import { eventually } from '#test/world.ts'
import { openQueue, type Queue } from './queue.ts'

async function opened() {
  const database = await testDatabase()
  const lines: string[] = []
  const log = jsonLog(
    line => lines.push(line),
    () => new Date(),
  )
  const queue = openQueue(database.connection, log)
  onTestFinished(async () => {
    await queue.stop()
    await database.close()
  })
  await queue.start()
  return { database, queue, lines }
}

/** Works off mails to refunded customers by what a test does with them, and nothing else. */
const handlers = (refundMail: (ref: string) => Promise<void>): Parameters<Queue['work']>[0] => {
  const never = async () => undefined
  return {
    'settle-payment': never,
    'issue-policy': never,
    'close-card-page': never,
    'refund-payment': never,
    'policy-mail': never,
    'collection-notice': never,
    'quote-mail': never,
    'refund-mail': refundMail,
    'no-policy-mail': never,
  }
}

it('[EDGE-13] [EDGE-11] what piled up while nobody worked is worked off one after the other, not one at each look', async () => {
  const { queue } = await opened()
  // At one a look, two seconds apart, these would take a minute.
  const waiting = Array.from({ length: 30 }, (_, place) => `refund ${place}`)
  for (const ref of waiting) await queue.over().put('refund-mail', ref)
  const done: string[] = []
  await queue.work(
    handlers(async ref => {
      done.push(ref)
    }),
  )
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(waiting.length)
  expect(done.toSorted()).toEqual(waiting.toSorted())
})

it('[EDGE-13] what is put for soon is not held up by the same put for later', async () => {
  const { database, queue } = await opened()
  for (const seconds of [35, 5, 5]) await queue.over().put('issue-policy', 'a quote', seconds)
  const { rows } = await database.pool.query(
    `select extract(epoch from start_after - created_on)::int as seconds from jobs.job
      where name = 'issue-policy' order by 1`,
  )
  expect(rows).toEqual([{ seconds: 5 }, { seconds: 35 }])
})

it('a queue that cannot be read is told with its code and its place, and without a word of what it held', async () => {
  const { database, queue, lines } = await opened()
  await queue.over().put('refund-mail', 'kept to itself', 600)
  await queue.work(handlers(async () => undefined))
  await database.pool.query('alter schema jobs rename to elsewhere')
  await eventually(async () => lines.some(line => line.includes('"event":"job-queue"')))
  await database.pool.query('alter schema elsewhere rename to jobs')
  const told = lines.find(line => line.includes('"event":"job-queue"'))
  expect(JSON.parse(told ?? '{}')).toMatchObject({ code: '42P01', at: expect.stringContaining('at ') })
  expect(lines.join()).not.toContain('kept to itself')
})
