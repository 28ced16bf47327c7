/** A flood of made-up notices: it costs the database little, and keeps no partner's notice out. */
import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { paymentUrls, quoted, savePolicyholders } from '#test/purchase.ts'
import { clockOfThisHour, openWorld } from '#test/world.ts'

it('[T12] [PAY-07] who sends notices of payments that nobody knows is soon refused without a look-up, and the partner is heard', async () => {
  const clock = clockOfThisHour()
  let laterMs = 0
  let lookUps = 0
  let address = ''
  const world = await openWorld({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    replace: {
      now: () => new Date(clock().getTime() + laterMs),
      around: wired => ({
        ...wired,
        books: {
          ...wired.books,
          findPaymentByNotice: hash => {
            lookUps += 1
            return wired.books.findPaymentByNotice(hash)
          },
        },
        cards: {
          ...wired.cards,
          createSession(request) {
            address = request.urls.notification
            return wired.cards.createSession(request)
          },
        },
      }),
    },
  })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await quoted(client, { frequency: 'ANNUAL' })
  await savePolicyholders(client, quote)
  ;(await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  const real = new URL(address).pathname
  const notify = async (ip: string, path = `/edge/notices/card/${randomBytes(32).toString('base64url')}`) => {
    const answer = await world.plainClient().request(path, { headers: { 'x-forwarded-for': ip } })
    return answer.status
  }

  const answered = new Set<number>()
  for (let sent = 0; sent < 40; sent += 1) answered.add(await notify('203.0.113.80'))
  expect([[...answered], lookUps]).toEqual([[503], 30])
  expect([await notify('203.0.113.81', real), lookUps]).toEqual([200, 31])
  // From among them, too, a minute later: the partner sends it again until then.
  const waits = await world
    .plainClient()
    .request(real, { headers: { 'x-forwarded-for': '203.0.113.80' }, method: 'POST' })
  expect([waits.status, Number(waits.headers.get('retry-after')) > 0, lookUps]).toEqual([503, true, 31])
  laterMs = 60_000
  expect(await notify('203.0.113.80', real)).toBe(200)
  // However many of its own a partner sends, they are no flood.
  const own = new Set<number>()
  for (let sent = 0; sent < 40; sent += 1) own.add(await notify('203.0.113.80', real))
  expect([...own]).toEqual([200])
})
