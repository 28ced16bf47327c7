/** Operators' command that retries abandoned jobs, unsettled purchases and open refunds. */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { paymentsIn, unresolvedStates } from '#journey/purchase-states.ts'
import type { OpsCommand } from './command.ts'

/**
 * Gives unsettled bind attempts an old date, so that the servers' reconciler (`findStalledBindAttempts`) retries them
 * within seconds. Attempts with a lease are in progress and unchanged.
 */
export const retryBindAttempts = (db: Kysely<Schema>, now: Date) =>
  db
    .updateTable('bind_attempt')
    .set({ lease_owner: null, lease_until: null, changed_at: new Date(0) })
    .where('state', 'in', unresolvedStates)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))

export const retry: OpsCommand = {
  usage: 'retry',
  says: 'work that was given up is tried again by the running servers',
  options: [],
  async run({ database, jobs, now }) {
    const jobCount = await (await jobs()).retryGivenUp()
    // The nodes' reconciler processes due payments.
    const refunds = await database.kysely
      .updateTable('payment')
      .set({ next_poll_at: now() })
      .where('state', '=', 'REFUND_DUE')
      // An unclear refund may have been made and is not sent again.
      .where('unclear_since', 'is', null)
      .executeTakeFirst()
    // Asks the card partner at once, and logs an unclear response again.
    const unclear = await database.kysely
      .updateTable('payment')
      .set({ next_poll_at: now(), unclear_since: null })
      .where('state', 'in', paymentsIn('open', 'unpaid'))
      .where('unclear_since', 'is not', null)
      .executeTakeFirst()
    const purchases = await retryBindAttempts(database.kysely, now()).executeTakeFirst()
    return {
      lines: [
        `${jobCount} jobs, ${refunds.numUpdatedRows} refunds, ${unclear.numUpdatedRows} card payments and ${purchases.numUpdatedRows} purchases are tried again.`,
      ],
      isWell: true,
    }
  },
}
