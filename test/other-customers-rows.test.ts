/** Tests that a customer's calls change no row of another customer. */
import { expect, it } from 'vitest'
import { payByCard } from './cards.ts'
import { dumpDatabase } from './database-dump.ts'
import { customerReadyToPay, type RatedCustomer } from './purchase.ts'
import { appForFile, eventually } from './test-app.ts'

const world = await appForFile({ environment: { LIMIT_FACTOR: '100' } })

/** All rows that name this quote or one of its sessions, ours and the insurer's. */
async function rowsOf({ id, attributes }: RatedCustomer): Promise<string[]> {
  const sessions = await world.query('select session_id from session_quote where quote_id = $1', [id])
  const names = [id, attributes.policyDetails.quoteNum, ...sessions.map(({ session_id }) => session_id)]
  const rows = (await dumpDatabase(world.database.pool)).split('\n')
  return rows.filter(row => names.some(name => row.includes(name))).sort()
}

it('[EDGE-13] purchases by bank, by card and an abandoned one change no row of another customer', async () => {
  const bystander = await customerReadyToPay(world)
  const theirs = bystander.quote
  const mail = { id: theirs.id, email: 'bystander@example.nz' }
  ;(await bystander.client.call('emailQuote', { body: mail })).ok()
  await world.mails(1)
  // The queue notes later that the mail's job is done.
  const ours = async () => (await rowsOf(theirs)).filter(row => !row.startsWith('jobs.'))
  const before = await ours()
  const tables = before.map(row => row.slice(0, row.indexOf(' ')))
  const named = ['audit', 'login_token', 'quote', 'session', 'session_quote'].map(table => `public.${table}`)
  expect(tables).toEqual(expect.arrayContaining([...named, 'insurer.quote']))

  ;(await (await customerReadyToPay(world)).bind()).ok()

  const byCard = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const page = async () => (await byCard.openPage()).ok().data.attributes.url
  await fetch(`${await page()}/cancel`, { redirect: 'manual' })
  await payByCard(await page())
  await eventually(() => world.repositories.findPolicy(byCard.quote.id))

  expect(await ours()).toEqual(before)
})
