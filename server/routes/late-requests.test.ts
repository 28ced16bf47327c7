/** Tests of calls whose session or quote changes before the call is handled: slow bodies and sessions that ended. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, it } from 'vitest'
import { ratedBody, ratedCustomer } from '#test/purchase.ts'
import { appForFile, eventually } from '#test/test-app.ts'

const world = await appForFile({ isIdle: true })

it('[EDGE-09] an amend with a slow body is stale if another amend was written meanwhile', async () => {
  const { client, quote } = await ratedCustomer(world)
  // The server marks a session that was not seen for a while: the mark shows that the request has begun.
  await world.query(`update session set last_seen_at = now() - interval '1 minute'`)
  const wished = (voluntaryExcess: number) => ratedBody(quote.id, quote.car, { voluntaryExcess })
  const body = JSON.stringify(wished(100))
  const slow = request(`${world.origin}/edge/vero/quote/amend`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>
  slow.write(body.slice(0, 1))
  await eventually(async () => {
    const seen = await world.query(`select 1 from session where last_seen_at > now() - interval '30 seconds'`)
    return seen.length > 0
  })
  ;(await client.call('quoteAmend', { body: wished(500) })).ok()
  slow.end(body.slice(1))
  const [answer] = await answered
  expect(answer.resume().statusCode).toBe(409)
  // The insurer accepted it all the same: its quote is stored, and can be bought only after another amend.
  expect((await world.repositories.findQuote(quote.id))?.insurer_quote).toMatchObject({
    choice: { voluntaryExcess: 100 },
    requiresReprice: true,
  })
})
