/** What the page of a session that is over leaves behind: nothing, to whoever sits down at this browser next. */
import { expect, it, onTestFinished } from 'vitest'
import { register } from '#test/purchase.ts'
import { openWorld } from '#test/world.ts'

it('[T39] [SHELL-07] [SHELL-10] [PAY-10] it takes what was stored and every cookie along; the next page begins anew', async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const client = await world.browser()
  await register(client)
  const before = client.cookies.get('sid') ?? ''
  const looked = await client.request('/session-expired', { method: 'HEAD' })
  expect(looked.headers.getSetCookie()).toEqual([])

  // A link on somebody else's page ends nothing that goes on here.
  const led = await client.request('/session-expired', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect([led.status, led.headers.get('clear-site-data'), led.headers.getSetCookie()]).toEqual([
    200,
    null,
    [],
  ])

  const page = await client.request('/session-expired')
  expect([page.status, page.headers.get('clear-site-data')]).toEqual([200, '"storage"'])
  const taken = page.headers.getSetCookie().filter(line => /; Max-Age=0;/.test(`${line};`))
  expect(taken.map(line => line.split(';')[0]).sort()).toEqual([
    'AUTHENTICATED_V2=',
    'jwt-token=',
    'quote-id=',
    'sid=',
  ])
  for (const line of taken) expect(line).toMatch(/; Path=\//)

  expect((await client.call('session')).status).toBe(401)
  await client.request('/vehicle')
  const after = client.cookies.get('sid') ?? ''
  expect(after).toMatch(/^[\w-]{43}$/)
  expect(after).not.toBe(before)
})
