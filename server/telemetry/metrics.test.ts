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

it('holds every name the dashboard draws', () => {
  const dashboard = readFileSync(join(import.meta.dirname, '../../deploy/dashboard.json'), 'utf8')
  const drawn = new Set(dashboard.match(/\b(?:openroad|process|nodejs)_\w+/g))
  expect(drawn.size).toBeGreaterThan(8)
  for (const name of drawn) expect(text, name).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})
