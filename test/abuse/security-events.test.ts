/** Tests of the security log: each kind of refusal is logged without request data, and a flood is only a few lines. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createRatedQuote, ratedBody, register } from '#test/purchase.ts'
import { appForFile, type TestApp } from '#test/test-app.ts'
import { trustingCaptcha } from './good-requests.ts'

const world = await appForFile({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
const guarded = await appForFile({ beside: world, replace: { captcha: trustingCaptcha } })

const securityEvents = ({ logLines }: TestApp) =>
  logLines
    .map(line => JSON.parse(line) as Record<string, string | null>)
    .filter(({ event }) => event === 'security')

it('[T1] [T2] [T12] [T14] [T17] [T18] logs each kind of refusal with pseudonyms of session and quote, and no request data', async () => {
  const victim = await createRatedQuote(await world.browser())
  const client = await world.browser()
  const own = await register(client)
  const before = securityEvents(world).length

  await client.call('prospectCar', { query: { quoteNum: 'Q-00000-000000' } })
  await client.call('prospectCar', { query: { id: victim.id } })
  await client.call('quoteAmend', { body: ratedBody(victim.id, victim.car) })
  await client.call('login', { body: { user_id: victim.id, password: own.token } })
  await client.call('session', { headers: { origin: 'https://evil.example' } })
  await client.call('documentRetrieve', {
    body: { uuid: victim.id, policyNumber: 'P-1', documentType: 'New Business' },
  })
  await client.request('/edge/notices/card/forged-token')

  const events = securityEvents(world).slice(before)
  const quote = events[1]?.quote ?? ''
  expect(quote).toMatch(/^[\w-]{8}$/)
  expect(events.map(({ what, route }) => [what, route])).toEqual([
    ['MISS', '/edge/vero/prospect/car'],
    ['MISS', '/edge/vero/prospect/car'],
    ['NOT_FOUND', '/edge/vero/quote/amend'],
    ['NOT_LOGGED_IN', '/edge/login'],
    ['FOREIGN_ORIGIN', '/edge/session'],
    ['NOT_FOUND', '/edge/vero/document/retrieve'],
    ['UNKNOWN_WEBHOOK', '/edge/notices/card/:token'],
  ])
  // A quote and a session always have the same pseudonym.
  expect(events.slice(1, 4).map(event => event.quote)).toEqual([quote, quote, quote])
  const sessions = events.slice(0, 6).map(event => event.session)
  expect(new Set(sessions).size).toBe(1)
  expect(sessions[0]).toMatch(/^[\w-]{8}$/)
  const lines = JSON.stringify(events)
  for (const sent of [victim.id, own.id, own.token, 'Q-00000', 'evil', 'forged', client.cookies.get('sid')])
    expect(lines).not.toContain(sent)

  const watched = guarded.at(new URL(guarded.origin).host, client)
  const captchaRequest = 'AUTHENTICATED_V2'
  await watched.call('vehicleDetails', { params: { regNumber: 'JHU968' }, query: { captchaRequest } })
  expect(securityEvents(guarded).at(-1)).toMatchObject({ what: 'CAPTCHA_REQUIRED', brand: 'openroad' })
})

it('[T1] [T31] a flood of one kind from one network is a few log lines, and hides no other line', async () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const guess = (ip: string) =>
    world.plainClient().call('login', {
      body: { user_id: randomUUID(), password: 'x'.repeat(43) },
      headers: from(ip),
    })
  const before = securityEvents(world).length
  for (let tries = 0; tries < 60; tries += 1) await guess('203.0.113.70')
  const flood = securityEvents(world).slice(before)
  expect(new Set(flood.map(({ what }) => what))).toEqual(new Set(['NOT_LOGGED_IN', 'TOO_MANY_REQUESTS']))
  // Twenty of each kind a minute; a new minute may begin meanwhile.
  expect(flood.length).toBeLessThanOrEqual(60 - 10)
  await guess('203.0.113.71')
  expect(securityEvents(world).at(-1)).toMatchObject({ what: 'NOT_LOGGED_IN' })
})
