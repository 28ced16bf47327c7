/** Tests of the Prometheus metrics of a node that sold one policy, and of the dashboards and alerts that use them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mailKinds } from '#server/mail/deliver.ts'
import { breakableConnectionTo } from '#test/breakable-connection.ts'
import { createRatedQuote, policyholder, ratedCustomer } from '#test/purchase.ts'
import { addBindAttemptTo, addPaymentTo, minutesAgo } from '#test/stored-rows.ts'
import { appForFile, openTestApp } from '#test/test-app.ts'

const world = await appForFile({ environment: { METRICS_PORT: '0' } })
const { bind } = await ratedCustomer(world)
;(await bind()).ok()
await world.mails(1)
await fetch(`${world.origin}/nowhere?email=${policyholder.email}`)
// A pool that rested while a slow machine worked has no connection left to count.
await world.repositories.incrementCounter('nobody', 1, new Date())
/** The metrics of a node as Prometheus reads them. */
const scrape = async ({ application } = world) =>
  (await fetch(`http://localhost:${application.metrics?.port}/metrics`)).text()
const text = await scrape()

const value = (line: RegExp) => Number(line.exec(text)?.[1])

it('counts responses by route pattern and status, without customer input', () => {
  const labels = 'route="/edge/vero/quote/bind",method="POST",status="200"'
  expect(text).toContain(`\nopenroad_http_request_seconds_count{${labels}} 1\n`)
  expect(text).toContain('route="/edge/campaign/policy-renewal/secure/vehicleDetails/:regNumber"')
  for (const sent of ['JHU968', 'nowhere', policyholder.email, policyholder.lastName])
    expect(text).not.toContain(sent)
})

it('has purchase results, requests in flight, the pool and the jobs', () => {
  for (const line of [
    'events_total{what="policy-issued"} 1',
    'in_flight{class="normal"} 0',
    'shed_total{class="normal"} 0',
    'jobs_failed{kind="policy-mail"} 0',
    'database_reachable 1',
  ])
    expect(text).toContain(`\nopenroad_${line}\n`)
  expect(value(/^openroad_pool_connections\{state="idle"\} (\d+)$/m)).toBeGreaterThan(0)
  expect(value(/^openroad_job_lag_seconds\{kind="policy-mail"\} (.+)$/m)).toBeGreaterThanOrEqual(0)
  expect(value(/^process_resident_memory_bytes (\d+)/m)).toBeGreaterThan(10_000_000)
})

/** Makes the database refuse these statements, as if its disk was full, while `work` runs. */
async function withFullDisk<T>(statements: string, work: () => Promise<T>): Promise<T> {
  await world.query(`create function disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await world.query(`create trigger disk_full before ${statements} for each row execute function disk_full()`)
  const result = await work()
  await world.query('drop function disk_full cascade')
  return result
}

it('[EDGE-13] counts statements that the database refuses while the node is ready', async () => {
  const client = await world.browser()
  const body = { registrationNumber: 'JHU968', source: 'openroad' }
  const refused = await withFullDisk('insert on quote', () => client.call('registration', { body }))
  expect(refused).toMatchObject({ status: 503, json: { code: 'OVERLOADED' } })
  expect((await client.request('/ready')).status).toBe(200)
  expect(text).toContain('openroad_database_errors_total 0')
  expect(await scrape()).toContain('openroad_database_errors_total 1')
  expect(world.logLines.filter(line => line.includes('"53100"'))).toHaveLength(1)
})

it('[EDGE-13] with a read-only database an existing session can still read', async () => {
  const { retrievePolicy } = await ratedCustomer(world)
  // Longer than a session is taken for one that was just seen.
  await world.query(`update session set last_seen_at = now() - interval '1 minute'`)
  expect((await withFullDisk('update on session', retrievePolicy)).status).toBe(200)
})

it('an unreachable database is a metric of its own, because no response shows it', async () => {
  const proxy = await breakableConnectionTo(world.database.url)
  const node = await openTestApp({
    beside: world,
    isIdle: true,
    environment: { METRICS_PORT: '0' },
    replace: { database: { url: proxy.url } },
  })
  const told = async () => /^openroad_database_reachable (\d)$/m.exec(await scrape(node))?.[1]
  expect(await told()).toBe('1')
  proxy.swallow(true)
  // Answered while the database is silent.
  expect(await told()).toBe('0')
  proxy.swallow(false)
  await proxy.cut()
  expect(await told()).toBe('0')
  await node.close()
  await proxy.close()
})

const deploy = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')

it.each([
  ['the dashboard draws', 'dashboard.json', 8],
  ['[BUS-01] the business dashboard draws', 'dashboard-business.json', 1],
  ['somebody is called for', 'alerts.yaml', 7],
])('has every name %s', (_, file, least) => {
  const names = new Set(deploy(file).match(/\b(?:openroad|process|nodejs)_\w+/g))
  expect(names.size).toBeGreaterThan(least)
  for (const name of names) expect(text, name).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})

it('[BUS-01] counters of rules and panels start at zero, so that the first event counts', () => {
  const files = ['alerts.yaml', 'dashboard.json', 'dashboard-business.json']
  const queries = files.map(deploy).join().replaceAll('\\"', '"')
  const named = (label: string) =>
    [...queries.matchAll(new RegExp(`\\b${label}=~?"([\\w|-]+)"`, 'g'))].flatMap(([, one = '']) =>
      one.split('|'),
    )
  expect(named('what')).toContain('payment-mismatch')
  for (const what of named('what')) expect(text).toContain(`openroad_events_total{what="${what}"}`)
  expect(text).toContain('openroad_events_total{what="payment-mismatch"} 0')
  expect(named('event')).toContain('priced')
  for (const event of named('event'))
    expect(text).toMatch(new RegExp(`^openroad_sales_total\\{brand="fern",.*event="${event}".*\\} 0$`, 'm'))
  for (const kind of mailKinds) expect(named('what')).toContain(`${kind}-refused`)
  for (const partner of ['register', 'cards', 'addresses', 'pdf-renderer'])
    expect(text).toContain(`openroad_partner_bulkhead_full_total{partner="${partner}"} 0`)
  expect(named('status')).toEqual(expect.arrayContaining(['500', '502']))
  const bind = 'openroad_http_request_seconds_count{route="/edge/vero/quote/bind",method="POST"'
  for (const status of ['500', '502']) expect(text).toContain(`${bind},status="${status}"} 0`)
})

it('every alert has a row in the runbook, and names of panels match the dashboard', () => {
  const named = (from: string) => [...from.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const rules = named(deploy('alerts.yaml'))
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8')
  expect(rules.filter(rule => !runbook.includes(`\`${rule}\``))).toEqual([])
  // Only the rule states the limit: a copy in a panel would become outdated.
  const told = [...deploy('dashboard.json').matchAll(/"description": "([^"]*)"/g)].map(([, one = '']) => one)
  const panels = told.flatMap(one =>
    [...one.matchAll(/Alerts?: ([\w, ]+)\./g)].flatMap(([, of = '']) => of.split(', ')),
  )
  expect(panels.length).toBeGreaterThan(5)
  expect(panels.filter(name => !rules.includes(name))).toEqual([])
  const [drawn = ''] = deploy('alerts.yaml').split('name: openroad-kubernetes')
  expect(named(drawn).filter(name => !panels.includes(name))).toEqual([])
  expect(told.filter(one => /\balert\b/.test(one))).toEqual([])
})

it('failing jobs, waiting policies and waiting payments are measured by age', async () => {
  const value = async (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(await scrape())?.[1])
  const lag = () => value('openroad_job_lag_seconds\\{kind="refund-mail"\\}')
  const hour = 3_600
  expect(await lag()).toBe(0)
  expect(await value('openroad_bind_attempt_waiting_seconds')).toBe(0)
  expect(await value('openroad_payment_waiting_seconds')).toBe(0)

  const put = `insert into jobs.job (name, data, state, retry_count, created_on, start_after)
               values ('refund-mail', '{}', $1, $2, now() - $3::int * interval '1 hour', now() + interval '1 minute')`
  await world.query(put, ['created', 0, 3])
  await world.query(put, ['active', 0, 3])
  expect(await lag()).toBe(0)
  await world.query(put, ['retry', 9, 1])
  expect(Math.round((await lag()) / hour)).toBe(1)
  await world.query(put, ['active', 20, 2])
  expect(Math.round((await lag()) / hour)).toBe(2)

  const { id } = await createRatedQuote(await world.browser())
  const addPayment = addPaymentTo(world.database)
  const payment_id = await addPayment(id, 'APPROVED', { changed_at: minutesAgo(180) })
  expect(await value('openroad_payment_waiting_seconds')).toBe(0)
  await addBindAttemptTo(world.database)(id, 'UNKNOWN', { encrypted_request: 'v1.x.y', payment_id })
  expect(Math.round((await value('openroad_bind_attempt_waiting_seconds')) / hour)).toBe(2)
  expect(Math.round((await value('openroad_payment_waiting_seconds')) / hour)).toBe(3)
  await world.query(`update bind_attempt set state = 'REJECTED' where quote_id = $1`, [id])
  expect(await value('openroad_bind_attempt_waiting_seconds')).toBe(0)
  await addPayment(id, 'REFUND_DUE', { changed_at: minutesAgo(300) })
  expect(Math.round((await value('openroad_payment_waiting_seconds')) / hour)).toBe(5)
})

it('[T1] [T14] [T18] the guessing alert counts an attack of five minutes', async () => {
  const client = await world.browser()
  const guess = { user_id: 'not-a-quote', password: 'x' }
  for (let tries = 0; tries < 10; tries += 1) await client.call('login', { body: guess })
  const after = await scrape()
  const [, statuses = ''] =
    /alert: CredentialGuessing\n\s+expr: .*status=~"([^"]+)"/.exec(deploy('alerts.yaml')) ?? []
  const line = /^openroad_http_request_seconds_count\{route="\/edge\/login",.*status="(\d+)"\} (\d+)$/gm
  const counted = [...after.matchAll(line)]
    .filter(([, status = '']) => statuses.split('|').includes(status))
    .reduce((sum, [, , count]) => sum + Number(count), 0)
  expect(counted).toBe(10)
})
