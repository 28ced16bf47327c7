/** Rate limit counters per time window, shared by all nodes. */
import { type Kysely, sql } from 'kysely'
import { precompile, precompileRead } from '#db/precompiled-query.ts'
import type { Schema } from '#db/schema.ts'
import { nzMidnight, nzToday } from '#journey/dates.ts'

type Db = Kysely<Schema>

/** A New Zealand calendar day, or so many milliseconds: such windows begin with the epoch, so that all nodes mean the same. */
type CountWindow = 'day' | number

const windowStartOf = (window: CountWindow, now: Date): Date =>
  window === 'day' ? nzMidnight(nzToday(now)) : new Date(Math.floor(now.getTime() / window) * window)

interface Window {
  readonly key: string
  readonly windowStart: Date
}

const countOf = precompileRead((db, { key, windowStart }: Window) =>
  db.selectFrom('rate_limit').select('count').where('key', '=', key).where('window_start', '=', windowStart),
)

/** The count in the current window, without counting an event. */
export async function eventCount(db: Db, key: string, window: CountWindow, now: Date): Promise<number> {
  const { rows } = await db.executeQuery(countOf({ key, windowStart: windowStartOf(window, now) }))
  return rows[0]?.count ?? 0
}

const oneMore = precompile((db, { key, windowStart }: Window) =>
  db
    .insertInto('rate_limit')
    .values({ key, window_start: windowStart, count: 1 })
    .onConflict(conflict =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql<number>`rate_limit.count + 1` }),
    )
    .returning('count'),
)

/** Counts one event under a key and returns the count of its window. */
export async function countEvent(db: Db, key: string, window: CountWindow, now: Date): Promise<number> {
  const { rows } = await db.executeQuery(oneMore({ key, windowStart: windowStartOf(window, now) }))
  if (!rows[0]) throw new Error('a count that answers without a row')
  return rows[0].count
}

/** Reverses one count in the window of that moment. */
export async function undoCountEvent(
  db: Db,
  key: string,
  window: CountWindow,
  countedAt: Date,
): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set(set => ({ count: set('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStartOf(window, countedAt))
    .where('count', '>', 0)
    .execute()
}
