/** Tests of the job queue: waiting jobs are processed, and failures are logged. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { acceptTimeoutMs } from '#partners/mail/port.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { deliver, type OutgoingMail } from '#server/mail/deliver.ts'
import { breakableConnectionTo } from '#test/breakable-connection.ts'
import { testDatabase } from '#test/database.ts'
import { eventually } from '#test/test-app.ts'
import type { JobHandlers } from './job-payloads.ts'
import { openQueueCommands } from './manage-jobs.ts'
import { jobKinds, openQueue } from './queue.ts'

it('the queue’s tables are those that our queries read: after an update of pg-boss compare the queries with its release notes', () => {
  const { pgboss } = JSON.parse(readFileSync('node_modules/pg-boss/package.json', 'utf8'))
  expect(pgboss.schema).toBe(43)
})

async function opened(wayTo: (url: string) => Promise<string> = async url => url) {
  const database = await testDatabase()
  const lines: string[] = []
  const log = createJsonLog(line => lines.push(line))
  const queue = openQueue({ connectionString: await wayTo(database.url) }, log)
  onTestFinished(async () => {
    await queue.stop()
    await database.close()
  })
  await queue.start()
  return { database, queue, lines }
}

/** Does this with the mails to refunded customers, and nothing else. */
const handlers = (refundMail: (paymentId: string) => Promise<void>) =>
  ({
    ...Object.fromEntries(jobKinds.map(kind => [kind, async () => undefined])),
    'refund-mail': ({ paymentId }) => refundMail(paymentId),
  }) as JobHandlers

it('[EDGE-13] [EDGE-11] a backlog is worked off at once, not one job per poll', async () => {
  const { queue } = await opened()
  const waiting = Array.from({ length: 30 }, () => randomUUID())
  for (const paymentId of waiting) await queue.jobsOn().put('refund-mail', { paymentId })
  const done: string[] = []
  await queue.work(
    handlers(async paymentId => {
      done.push(paymentId)
    }),
  )
  await expect.poll(() => done.length).toBe(waiting.length)
  expect(done.toSorted()).toEqual(waiting.toSorted())
})

it('[EDGE-13] an early job is not delayed by the same job for later', async () => {
  const { database, queue } = await opened()
  const quoteId = randomUUID()
  for (const seconds of [35, 5, 5]) await queue.jobsOn().put('issue-policy', { quoteId }, seconds)
  const rows = await database.query(
    `select extract(epoch from start_after - created_on)::int as seconds from jobs.job
      where name = 'issue-policy' order by 1`,
  )
  expect(rows).toEqual([{ seconds: 5 }, { seconds: 35 }])
})

it('[EDGE-11] a mail is not restarted while a server may be accepting it, and a dead node is detected at once', async () => {
  const { database } = await opened()
  const rows = await database.query(
    'select name, expire_seconds as most, heartbeat_seconds as heartbeat from jobs.queue',
  )
  const mails = rows.filter(({ name }) => /-(?:mail|notice)$/.test(name))
  expect(mails).toHaveLength(5)
  for (const { name, most } of mails) expect(most, name).toBeGreaterThan(acceptTimeoutMs / 1000)
  for (const { name, heartbeat } of rows.filter(({ name }) => jobKinds.includes(name)))
    expect(heartbeat, name).toBe(10)
})

it('[EDGE-13] a failed job is logged and listed with its subject and reason as codes', async () => {
  const { database, queue, lines } = await opened()
  const id = randomUUID()
  const services = {
    mail: { send: async () => ({ outcome: 'failed', reason: 'SMTP 535' }) as const },
    log: createJsonLog(() => {}),
    now: () => new Date(),
    repositories: { recordAuditEvent: async () => {} },
  }
  const deliverInVain = async () => {
    const to = { quoteId: 'q', brand: { supportEmail: 'help@openroad.example' } } as OutgoingMail
    await deliver(to, services)
  }
  await queue.jobsOn().put('refund-mail', { paymentId: id })
  await queue.work(handlers(deliverInVain))
  const failed = await eventually(async () => lines.find(line => line.includes('"job-failed"')))
  expect(JSON.parse(failed)).toMatchObject({ kind: 'refund-mail', paymentId: id, code: 'SMTP 535' })
  const output = () =>
    database.query(
      `select output->>'code' as code, output->>'message' as said from jobs.job where data->>'paymentId' = $1`,
      [id],
    )
  await eventually(async () => (await output())[0]?.code !== null)
  expect(await output()).toEqual([{ code: 'SMTP 535', said: 'see job-failed in the log' }])
})

it('[EDGE-13] a job that failed for good is listed with its cause, and an operator can restart it', async () => {
  const { database, queue } = await opened()
  const paymentId = randomUUID()
  await queue.jobsOn().put('refund-mail', { paymentId })
  await database.query('update jobs.job set retry_limit = 0')
  let isMended = false
  const done: string[] = []
  await queue.work(
    handlers(async id => {
      if (!isMended) throw Object.assign(new Error('words of a person'), { code: 'SMTP 535' })
      done.push(id)
    }),
  )
  const jobs = await openQueueCommands(database)
  onTestFinished(() => jobs.close())
  const [job] = await eventually(async () => {
    const found = await jobs.givenUp()
    return found.length > 0 && found
  })
  expect(job).toMatchObject({ kind: 'refund-mail', payload: { paymentId }, errorCode: 'SMTP 535' })
  expect(JSON.stringify(job)).not.toContain('words of a person')
  isMended = true
  expect(await jobs.retryGivenUp()).toBe(1)
  await eventually(async () => done.length > 0)
  expect(done).toEqual([paymentId])
  expect(await jobs.givenUp()).toEqual([])
})

it('[EDGE-11] a job that fails ends without a retry if another one with its payload waits for its next attempt', async () => {
  const { database, queue } = await opened()
  // The database stores the fields of a payload in its own order.
  const notice = { quoteId: randomUUID(), place: 0 }
  const states = async () => {
    const rows = await database.query(
      `select state from jobs.job where name = 'privacy-notice' order by created_on`,
    )
    return rows.map(({ state }) => state)
  }
  await queue.jobsOn().put('privacy-notice', notice)
  await queue.work({
    ...handlers(async () => undefined),
    'privacy-notice': () => Promise.reject(new Error('no mail server')),
  })
  await eventually(async () => (await states())[0] === 'retry')
  await queue.jobsOn().put('privacy-notice', notice)
  await eventually(async () => (await states())[1] === 'completed')
  expect((await states())[0]).toBe('retry')
})

it('[EDGE-13] a job with an unreadable payload fails alone', async () => {
  const { database, queue } = await opened()
  await database.query(`insert into jobs.job (name, data) values ('refund-mail', '{"paymentId": 7}')`)
  const paymentId = randomUUID()
  await queue.jobsOn().put('refund-mail', { paymentId })
  const done: string[] = []
  await queue.work(handlers(async id => void done.push(id)))
  await eventually(async () => done.length > 0)
  expect(done).toEqual([paymentId])
})

it('an unreachable database is logged a few times a minute, with code and location', async () => {
  let proxy: Awaited<ReturnType<typeof breakableConnectionTo>> | undefined
  const { queue, lines } = await opened(async url => {
    proxy = await breakableConnectionTo(url)
    return proxy.url
  })
  await queue.work(handlers(async () => undefined))
  await proxy?.cut()
  const told = () =>
    lines.map(line => JSON.parse(line) as Record<string, string>).filter(({ event }) => event === 'job-queue')
  await eventually(async () => told().length >= 20)
  await delay(8_000)
  await proxy?.mend()
  for (const line of told()) expect(line).toMatchObject({ code: expect.any(String), at: expect.any(String) })
  const ofEach = Object.groupBy(told(), ({ code = '', time = '' }) => `${code} ${time.slice(0, 16)}`)
  for (const [which, those] of Object.entries(ofEach)) expect(those?.length, which).toBeLessThanOrEqual(20)
})
