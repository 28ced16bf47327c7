/**
 * Operators' command that retries abandoned work: jobs past their retries, purchases not settled, refunds not
 * made.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { paymentsIn, unresolvedStates } from '#journey/purchase-states.ts'
import type { OpsCommand } from './command.ts'

/**
 * Purchases that are not settled, to be taken up within seconds: the reconciler of every node takes what has stood still for
 * a while (db/repositories/bind-attempts.ts `findStalledBindAttempts`), so they are given an age that is always enough. Not what somebody is
 * asking about at this moment: what they hear is newer.
 */
export const takenUpAtOnce = (db: Kysely<Schema>, now: Date) =>
  db
    .updateTable('issuance')
    .set({ lease_owner: null, lease_until: null, changed_at: new Date(0) })
    .where('state', 'in', unresolvedStates)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))

export const retry: OpsCommand = {
  usage: 'retry',
  says: 'work that was given up is tried again by the running servers',
  options: [],
  async run({ database, jobs, now }) {
    const jobCount = await (await jobs()).retryGivenUp()
    // The reconciler of every node takes up what is due.
    const refunds = await database.kysely
      .updateTable('payment')
      .set({ look_again_at: now() })
      .where('state', '=', 'REFUND_DUE')
      // What may have been made is not sent again.
      .where('unclear_since', 'is', null)
      .executeTakeFirst()
    // Asked at once, and what is said of them comes into the log anew.
    const unclear = await database.kysely
      .updateTable('payment')
      .set({ look_again_at: now(), unclear_since: null })
      .where('state', 'in', paymentsIn('open', 'unpaid'))
      .where('unclear_since', 'is not', null)
      .executeTakeFirst()
    const purchases = await takenUpAtOnce(database.kysely, now()).executeTakeFirst()
    return {
      lines: [
        `${jobCount} jobs, ${refunds.numUpdatedRows} refunds, ${unclear.numUpdatedRows} card payments and ${purchases.numUpdatedRows} purchases are tried again.`,
      ],
      isWell: true,
    }
  },
}
