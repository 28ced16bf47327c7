/** Tests that a customer's calls change no row of another customer. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { payByCard } from './cards.ts'
import { customerReadyToPay, type RatedCustomer } from './purchase.ts'
import { appForFile, eventually } from './test-app.ts'

const world = await appForFile({ environment: { LIMIT_FACTOR: '100' } })

/** All rows of a quote, its sessions and the insurer's copy, as text. */
async function rowsOf({ id, attributes }: RatedCustomer): Promise<string[]> {
  const { kysely } = world.database
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'quote_id' order by 1`.execute(kysely)
  const own = tables.map(
    ({ name }) => sql`
    select ${name} || to_jsonb(t)::text as row from ${sql.table(`public.${name}`)} t where quote_id = ${id}`,
  )
  const all = sql.join(
    [
      ...own,
      sql`select 'quote' || to_jsonb(q)::text from public.quote q where id = ${id}`,
      sql`select 'session' || to_jsonb(s)::text from public.session s join public.session_quote b on b.session_id = s.id
        where b.quote_id = ${id}`,
      sql`select 'insurer' || to_jsonb(i)::text from insurer.quote i
        where quote_number = ${attributes.policyDetails.quoteNum}`,
    ],
    sql` union all `,
  )
  const { rows } = await sql<{ row: string }>`select row from (${all}) every order by 1`.execute(kysely)
  return rows.map(({ row }) => row)
}

it('[EDGE-13] purchases by bank, by card and an abandoned one change no row of another customer', async () => {
  const bystander = await customerReadyToPay(world)
  const theirs = bystander.quote
  const mail = { id: theirs.id, email: 'bystander@example.nz' }
  ;(await bystander.client.call('emailQuote', { body: mail })).ok()
  await world.mails(1)
  const before = await rowsOf(theirs)
  const kinds = new Set(before.map(row => row.slice(0, row.indexOf('{'))))
  expect([...kinds]).toEqual(expect.arrayContaining(['audit', 'insurer', 'login_token', 'quote', 'session']))

  ;(await (await customerReadyToPay(world)).bind()).ok()

  const byCard = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const page = async () => (await byCard.openPage()).ok().data.attributes.url
  await fetch(`${await page()}/cancel`, { redirect: 'manual' })
  await payByCard(await page())
  await eventually(() => world.repositories.findPolicy(byCard.quote.id))

  expect(await rowsOf(theirs)).toEqual(before)
})
