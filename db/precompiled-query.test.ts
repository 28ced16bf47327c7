/** Tests of precompiled statements: what stays the same from call to call, and what does not. */
import { expect, it } from 'vitest'
import { precompile } from './precompiled-query.ts'

const seen = precompile((db, values: { readonly brand: string; readonly since: Date | null }) =>
  db
    .with('alive', read =>
      read
        .selectFrom('session')
        .selectAll()
        .where('last_seen_at', '>', values.since)
        .where('brand', '=', 'x'),
    )
    .selectFrom('alive')
    .select('sid_hash')
    .where('brand', '=', values.brand)
    .where('last_seen_at', 'is', null),
)

it('every call has its own values, in their places among those that never change', () => {
  const today = new Date('2026-11-21')
  expect(seen({ brand: 'harbour', since: today }).parameters).toEqual([today, 'x', 'harbour'])
  expect(seen({ brand: 'openroad', since: null }).parameters).toEqual([null, 'x', 'openroad'])
})

it('the text is that of the statement, and the very same each time: db/auto-prepare.ts knows it again at once', () => {
  const { sql } = seen({ brand: 'harbour', since: null })
  expect(sql).toBe(
    'with "alive" as (select * from "session" where "last_seen_at" > $1 and "brand" = $2) ' +
      'select "sid_hash" from "alive" where "brand" = $3 and "last_seen_at" is null',
  )
  expect(seen({ brand: 'openroad', since: new Date() }).sql).toBe(sql)
})
