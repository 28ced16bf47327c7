/** Rate limit counters per key and time window, shared by all nodes. */
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { nzMidnight, nzToday } from '#journey/dates.ts'

/** A New Zealand calendar day, or a number of milliseconds: such windows are aligned to the epoch, the same on all nodes. */
type CountWindow = 'day' | number

const windowStartOf = (window: CountWindow, now: Date): Date =>
  window === 'day' ? nzMidnight(nzToday(now)) : new Date(Math.floor(now.getTime() / window) * window)

export async function readCounter(db: Db, key: string, window: CountWindow, now: Date): Promise<number> {
  const row = await db
    .selectFrom('rate_limit')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', windowStartOf(window, now))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Counts one event under a key and returns the count of its window. */
export async function incrementCounter(db: Db, key: string, window: CountWindow, now: Date): Promise<number> {
  const row = await db
    .insertInto('rate_limit')
    .values({ key, window_start: windowStartOf(window, now), count: 1 })
    .onConflict(conflict =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql<number>`rate_limit.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** Reverses one count in the window of that moment. */
export async function decrementCounter(db: Db, key: string, window: CountWindow, countedAt: Date) {
  await db
    .updateTable('rate_limit')
    .set(set => ({ count: set('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStartOf(window, countedAt))
    .where('count', '>', 0)
    .execute()
}
