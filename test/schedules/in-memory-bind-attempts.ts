/** In-memory version of db/repositories/bind-attempts.ts for the simulation. */
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import { bindAttemptMoves, sourcesOf } from '#journey/purchase-states.ts'
import type { PurchaseRepositories, Run, Tables } from './in-memory-tables.ts'

export const inMemoryBindAttempts = (
  run: Run,
  { quote, issuance }: Tables,
): Pick<
  PurchaseRepositories,
  | 'findBindAttempt'
  | 'createBindAttempt'
  | 'acquireBindLease'
  | 'recordBindSent'
  | 'moveBindAttempt'
  | 'findStalledBindAttempts'
> => ({
  findBindAttempt: quoteId => run('findBindAttempt', async tx => issuance.get(tx, quoteId)),
  createBindAttempt: ({ now, ...columns }) =>
    run('createBindAttempt', async tx => {
      const fresh: BindAttempt = {
        ...columns,
        state: 'INTENT',
        attempts: 0,
        created_at: now,
        changed_at: now,
        policy_number: null,
        lease_owner: null,
        lease_until: null,
        last_error: null,
        sent_at: null,
        told_outcome: null,
        told_policy_number: null,
      }
      if (await issuance.insert(tx, fresh)) {
        await quote.refer(tx, columns.quote_id)
        return true
      }
      await issuance.keep(tx, columns.quote_id)
      return issuance.update(
        tx,
        columns.quote_id,
        row => row.state === 'REJECTED',
        row => ({
          ...row,
          ...columns,
          state: 'INTENT',
          attempts: 0,
          last_error: null,
          sent_at: null,
          told_outcome: null,
          told_policy_number: null,
          created_at: now,
          changed_at: now,
        }),
      )
    }),
  acquireBindLease: (quoteId, owner, now, leaseMs) =>
    run('acquireBindLease', tx =>
      issuance.update(
        tx,
        quoteId,
        row =>
          (row.state === 'INTENT' || row.state === 'UNKNOWN') &&
          (row.lease_until === null || row.lease_until < now),
        row => ({
          ...row,
          lease_owner: owner,
          lease_until: new Date(now.getTime() + leaseMs),
          attempts: row.attempts + 1,
          changed_at: now,
        }),
      ),
    ),
  recordBindSent: (quoteId, owner, now) =>
    run('recordBindSent', tx =>
      issuance.update(
        tx,
        quoteId,
        row => row.lease_owner === owner && (row.state === 'INTENT' || row.state === 'UNKNOWN'),
        row => ({ ...row, sent_at: now }),
      ),
    ),
  moveBindAttempt: (quoteId, to, now, changes = {}, { key, owner } = {}) =>
    run('moveBindAttempt', tx =>
      issuance.update(
        tx,
        quoteId,
        row =>
          sourcesOf(bindAttemptMoves, to).includes(row.state) &&
          (key === undefined || row.idem_key === key) &&
          (owner === undefined || row.lease_owner === owner),
        row => ({
          ...row,
          ...(changes as Partial<BindAttempt>),
          state: to,
          lease_owner: null,
          lease_until: null,
          changed_at: now,
        }),
      ),
    ),
  findStalledBindAttempts: (before, limit) =>
    run('findStalledBindAttempts', async tx =>
      issuance
        .all(tx)
        .filter(
          row =>
            (row.state === 'INTENT' || row.state === 'UNKNOWN') &&
            row.changed_at < before &&
            (row.lease_until === null || row.lease_until < before),
        )
        .sort((one, other) => one.changed_at.getTime() - other.changed_at.getTime())
        .slice(0, limit)
        .map(row => row.quote_id),
    ),
})
