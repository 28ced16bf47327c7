/** Tests of many customers behind one IPv4 address (carrier NAT): customers are served, a program is refused. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { EndpointName } from '#contract/routes.ts'
import { captchaPassedMarker as marker } from '#contract/tokens-and-cookies.ts'
import { statusesOf, withCall } from '#test/client.ts'
import { carBody, register, saveCar } from '#test/purchase.ts'
import { appForFile, type Client, clockOfThisHour } from '#test/test-app.ts'
import { humanToken, trustingCaptcha, visibleToken } from './good-requests.ts'

const world = await appForFile({
  environment: { TRUSTED_PROXIES: '127.0.0.1', METRICS_PORT: '0' },
  replace: { now: clockOfThisHour(), captcha: trustingCaptcha },
})

const gateway = { 'x-forwarded-for': '203.0.113.5' }

/** As if the address had used this many calls of the hour. */
const use = (call: string, count: number) =>
  world.query('update rate_limit set count = $1 where key = $2', [count, `${call}|address|203.0.113.5`])

/**
 * A client like the pages' (web/api/client.ts): a new token with every call, and the visible check if required. Returns
 * it with the status of every response, and the number of passed checks.
 */
function pageOf(browser: Client) {
  const statuses: number[] = []
  let checks = 0
  let isVerified = false
  const client = withCall(browser, async (name, options = {}) => {
    for (;;) {
      const token = isVerified ? marker : humanToken()
      const { body, query } = options
      const answer = await browser.call(name, {
        ...options,
        headers: gateway,
        ...(body
          ? { body: Object.assign({}, body, name !== 'login' && { recaptchaResponse: token }) }
          : { query: { ...query, captchaRequest: token } }),
      })
      statuses.push(answer.status)
      if (answer.status !== 428) return answer
      const check = { query: { captchaRequest: visibleToken() }, headers: gateway }
      ;(await browser.call('validateRecaptcha', check)).ok()
      checks += 1
      isVerified = true
    }
  })
  return { client, statuses, checks: () => checks }
}

const limited = async (call: EndpointName) => {
  const text = await (await fetch(`http://localhost:${world.application.metrics?.port}/metrics`)).text()
  const told = text.matchAll(
    new RegExp(`^openroad_rate_limited_total\\{call="${call}",by="(\\w+)"\\} (\\d+)$`, 'gm'),
  )
  return Object.fromEntries(Array.from(told, ([, by = '', count]) => [by, Number(count)]))
}

it('[CAR-03] [CAR-12] [EDGE-04] [SHELL-09] customers behind one address save their cars, after the twentieth with one visible check each', async () => {
  const checks: number[] = []
  for (let customer = 0; customer < 4; customer += 1) {
    const page = pageOf(await world.browser())
    const { id } = await register(page.client)
    await saveCar(page.client, id)
    expect(page.statuses.filter(status => ![200, 428].includes(status))).toEqual([])
    checks.push(page.checks())
    if (customer === 0) await use('registration', 19)
  }
  expect(checks).toEqual([0, 0, 1, 1])
  expect(await limited('registration')).toEqual({ session: 0, address: 0, visible_check: 2 })
})

it('[T20] [EDGE-04] [SHELL-09] a program behind the same address is refused, with sessions, without, and with a forged marker', async () => {
  const attempt = (client: Client, recaptchaResponse: string, headers = gateway) =>
    client.call('registration', { body: { registrationNumber: 'JHU968', recaptchaResponse }, headers })
  const statuses = await statusesOf(30, async tries =>
    attempt(
      tries % 3 === 0 ? world.plainClient() : await world.browser(),
      tries % 3 === 1 ? marker : humanToken(),
    ),
  )
  expect(new Set(statuses)).toEqual(new Set([428]))
  // The check does not raise a session's limits.
  const page = pageOf(await world.browser())
  const registered = await statusesOf(6, () =>
    page.client.call('registration', { body: { registrationNumber: 'JHU968' } }),
  )
  // The first try, before the check, counted too.
  expect([registered, page.checks()]).toEqual([[200, 200, 200, 200, 429, 429], 1])
  expect((await limited('registration')).session).toBe(2)
  // Other addresses need no check.
  const elsewhere = { 'x-forwarded-for': '203.0.113.6' }
  expect((await attempt(await world.browser(), humanToken(), elsewhere)).status).toBe(200)
})

it('[T1] [T14] [EDGE-01] [EDGE-02] a guessing neighbour blocks no other customer’s login, and a quote only until the check', async () => {
  const neighbour = await world.browser()
  const missed = await statusesOf(130, () =>
    neighbour.call('login', { body: { user_id: randomUUID(), password: 'wrong' }, headers: gateway }),
  )
  expect(new Set(missed)).toEqual(new Set([401, 429]))
  for (let tries = 0; tries < 31; tries += 1)
    await (await world.browser()).call('prospectCar', {
      query: { id: randomUUID(), captchaRequest: humanToken() },
      headers: gateway,
    })
  const page = pageOf(await world.browser())
  const { id } = await register(page.client)
  expect((await page.client.call('prospectCar', { query: { id } })).status).toBe(200)
  expect(page.checks()).toBe(1)
})

it('[EDGE-08] [CAR-12] [T20] after 120 cars an hour at one address, saving a car needs the visible check', async () => {
  const page = pageOf(await world.browser())
  const { id } = await register(page.client)
  await saveCar(page.client, id)
  await use('saveCar', 120)
  const body = carBody({ id, car: await saveCar(page.client, id) })
  expect(page.statuses.filter(status => ![200, 428].includes(status))).toEqual([])
  // A request without a token, as in the specification, needs one from here on.
  const bare = world.at(new URL(world.origin).host, page.client)
  expect((await bare.call('quoteCreate', { body, headers: gateway })).status).toBe(428)
})
