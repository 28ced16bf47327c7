/** Tests of browser sessions: which pages begin one, and what the session-end page clears. */
import { expect, it } from 'vitest'
import { hashToken } from '#server/lib/crypto.ts'
import { payByCard } from '#test/cards.ts'
import { bindBody, createRatedQuote, ratedCustomer, register } from '#test/purchase.ts'
import { appForTest, clockOfThisHour, eventually } from '#test/test-app.ts'

it('[T39] [SHELL-07] [SHELL-10] [PAY-10] the session-end page clears storage and every cookie; the next page starts a new session', async () => {
  const world = await appForTest()
  const client = await world.browser()
  const { id } = await register(client)
  const before = client.cookies.get('sid') ?? ''
  const { repositories, now } = world.services
  const [{ id: sessionId }] = await world.query('select id from session where sid_hash = $1', [
    hashToken(before),
  ])
  await repositories.grantCaptchaPass({ sessionId, until: now(), budget: 1, addressPrefix: '127.0.0.0/24' })
  // A copy of the cookie and the token, made before.
  const copy = world.at('localhost', client)
  const kept = async () => {
    const rows = await world.query(
      `select 'session' as table from session where id = $1
       union all select 'session_quote' from session_quote where session_id = $1
       union all select 'captcha_pass' from captcha_pass where session_id = $1`,
      [sessionId],
    )
    return rows.map(({ table }) => table)
  }
  const looked = await client.request('/session-expired', { method: 'HEAD' })
  expect(looked.headers.getSetCookie()).toEqual([])

  // A link on somebody else's page ends nothing that goes on here.
  const led = await client.request('/session-expired', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect([led.headers.get('clear-site-data'), led.headers.getSetCookie()]).toEqual([null, []])
  expect(await kept()).toEqual(['session', 'session_quote', 'captcha_pass'])
  expect((await copy.call('session')).status).toBe(200)

  const page = await client.request('/session-expired')
  expect([page.status, page.headers.get('clear-site-data')]).toEqual([200, '"storage"'])
  const taken = page.headers.getSetCookie().filter(line => /; Max-Age=0;/.test(`${line};`))
  const names = ['AUTHENTICATED_V2=', 'jwt-token=', 'quote-id=', 'sid=']
  expect(taken.map(line => line.split(';')[0]).sort()).toEqual(names)
  for (const line of taken) expect(line).toMatch(/; Path=\//)

  expect((await client.call('session')).status).toBe(401)
  // The copied cookie opens nothing either.
  copy.cookies.set('sid', before)
  expect((await copy.call('session')).status).toBe(401)
  expect((await copy.call('prospectCar', { query: { id } })).status).toBe(204)
  expect(await kept()).toEqual([])
  await client.request('/vehicle')
  const after = client.cookies.get('sid') ?? ''
  expect(after).toMatch(/^[\w-]{43}$/)
  expect(after).not.toBe(before)
})

it('[SHELL-07] [PAY-10] the session-end page is shown and clears its cookies even if the session row cannot be removed', async () => {
  const world = await appForTest({ isIdle: true })
  const client = await world.browser()
  await world.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no writing now'; end $$`)
  await world.query('create trigger refused before delete on session execute function refuse()')
  const page = await client.request('/session-expired')
  expect([page.status, page.headers.get('clear-site-data')]).toEqual([200, '"storage"'])
  expect(page.headers.getSetCookie()).toHaveLength(4)
  expect(world.logLines.join('')).toContain('"event":"session-not-ended"')
})

it('[PAY-07] [PAY-10] [SHELL-07] a card page that is paid after the session ended still buys its policy', async () => {
  const world = await appForTest()
  const { client, quote, openPage, savePolicyholders } = await ratedCustomer(world, { frequency: 'ANNUAL' })
  await savePolicyholders()
  const { url } = (await openPage()).ok().data.attributes
  await client.request('/session-expired')
  await payByCard(url)
  await eventually(() => world.repositories.findPolicy(quote.id))
})

it('[T39] [SHELL-07] [EDGE-04] pages start at most 120 sessions a minute per address; later visitors can still use the journey', async () => {
  const clock = clockOfThisHour()
  let laterMs = 0
  const world = await appForTest({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    replace: { now: () => new Date(clock().getTime() + laterMs) },
  })
  const page = (ip: string, client = world.plainClient()) =>
    client.request('/vehicle', { headers: { 'x-forwarded-for': ip } })
  const cookies = async (ip: string) => (await page(ip)).headers.getSetCookie().length
  const known = await world.browser()
  const given: number[] = []
  for (let come = 0; come < 122; come += 1) given.push(await cookies('203.0.113.70'))
  expect([given.indexOf(0), given.length]).toEqual([120, 122])
  const rows = await world.query('select count(*)::int as sessions from session')
  expect(rows).toEqual([{ sessions: 121 }])
  expect(await cookies('203.0.113.71')).toBe(1)
  // An untrusted proxy on this machine: the clients behind it cannot be distinguished.
  expect(await cookies('127.0.0.1')).toBe(1)
  expect((await page('203.0.113.70', known)).status).toBe(200)
  await register(known)

  const late = world.at('localhost')
  expect([(await page('203.0.113.70', late)).status, late.cookies.size]).toEqual([200, 0])
  const quote = await createRatedQuote(late)
  expect(late.cookies.get('sid')).toBeDefined()
  ;(await late.call('quoteBind', { body: bindBody(quote) })).ok()
  laterMs = 60_000
  expect(await cookies('203.0.113.70')).toBe(1)
})
