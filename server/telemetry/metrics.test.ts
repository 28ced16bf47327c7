/** What Prometheus reads of a node that sold one policy, and that the dashboard asks for nothing a node does not tell. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bindBody, holder, quoted } from '#test/purchase.ts'
import { openWorld, type World } from '#test/world.ts'

let world: World
let text: string

beforeAll(async () => {
  world = await openWorld({ environment: { METRICS_PORT: '0' } })
  const client = await world.browser()
  const quote = await quoted(client)
  ;(await client.call('quoteBind', { body: bindBody(quote) })).ok()
  await world.mails(1)
  await fetch(`${world.origin}/nowhere?email=${holder.email}`)
  // A pool that rested while a slow machine worked has no connection left to count.
  await world.house.isReady()
  text = await (await fetch(`http://localhost:${world.house.metrics?.port}/metrics`)).text()
})
afterAll(() => world.close())

const value = (line: RegExp) => Number(line.exec(text)?.[1])

it('counts answers by route pattern and status, and tells nothing a visitor sent', () => {
  expect(
    value(
      /^openroad_http_request_seconds_count\{route="\/edge\/vero\/quote\/bind",method="POST",status="200"\} (\d+)$/m,
    ),
  ).toBe(1)
  expect(text).toContain('route="/edge/campaign/policy-renewal/secure/vehicleDetails/:regNumber"')
  for (const sent of ['JHU968', 'nowhere', holder.email, holder.lastName]) expect(text).not.toContain(sent)
})

it('tells what became of purchases, who is in flight, the pool and the jobs', () => {
  expect(value(/^openroad_events_total\{what="policy-issued"\} (\d+)$/m)).toBe(1)
  expect(value(/^openroad_in_flight\{class="rest"\} (\d+)$/m)).toBe(0)
  expect(value(/^openroad_shed_total\{class="rest"\} (\d+)$/m)).toBe(0)
  expect(value(/^openroad_pool_connections\{state="idle"\} (\d+)$/m)).toBeGreaterThan(0)
  expect(value(/^openroad_job_lag_seconds\{kind="policy-mail"\} (.+)$/m)).toBeGreaterThanOrEqual(0)
  expect(value(/^openroad_jobs_failed\{kind="policy-mail"\} (\d+)$/m)).toBe(0)
  expect(value(/^process_resident_memory_bytes (\d+)/m)).toBeGreaterThan(10_000_000)
})

it.each([
  ['the dashboard draws', 'dashboard.json', 8],
  ['somebody is called for', 'alerts.yaml', 4],
])('holds every name %s', (_, file, least) => {
  const asked = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
  const names = new Set(asked.match(/\b(?:openroad|process|nodejs)_\w+/g))
  expect(names.size).toBeGreaterThan(least)
  for (const name of names) expect(text, name).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})

it('[T1] [T14] [T18] an attack of five minutes is what the alert on guessing counts', async () => {
  const client = await world.browser()
  const guess = { user_id: 'not-a-quote', password: 'x' }
  for (let tries = 0; tries < 10; tries += 1) await client.call('login', { body: guess })
  const after = await (await fetch(`http://localhost:${world.house.metrics?.port}/metrics`)).text()
  const alerts = readFileSync(join(import.meta.dirname, '../../deploy/alerts.yaml'), 'utf8')
  const [, statuses = ''] = /alert: Guessing\n\s+expr: .*status=~"([^"]+)"/.exec(alerts) ?? []
  const counted = [
    ...after.matchAll(
      /^openroad_http_request_seconds_count\{route="\/edge\/login",.*status="(\d+)"\} (\d+)$/gm,
    ),
  ]
    .filter(([, status = '']) => statuses.split('|').includes(status))
    .reduce((sum, [, , count]) => sum + Number(count), 0)
  expect(counted).toBe(10)
})
