/**
 * In-memory repositories of a purchase with the conditions, unique indexes and locks of db/, fast enough for
 * hundreds of schedules a second. in-memory-repositories.test.ts compares them with PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import type { Policy } from '#db/repositories/policies.ts'
import { levelAtLeast } from '#journey/access-level.ts'
import { inMemoryBindAttempts } from './in-memory-bind-attempts.ts'
import { inMemoryPayments } from './in-memory-payments.ts'
import { inMemoryQuotes } from './in-memory-quotes.ts'
import { only, type PurchaseRepositories, type Run, type Tables } from './in-memory-tables.ts'

/** Statements through `run`, which says in which transaction. */
export function inMemoryRepositories(run: Run, tables: Tables): PurchaseRepositories {
  const { quote, policy, level, audit } = tables

  return {
    ...inMemoryQuotes(run, tables),
    ...inMemoryPayments(run, tables),
    ...inMemoryBindAttempts(run, tables),
    findPolicy: quoteId =>
      run(
        'findPolicy',
        only(policy, row => row.quote_id === quoteId),
      ),
    insertPolicy: wanted =>
      run('insertPolicy', async tx => {
        const row: Policy = {
          policy_number: wanted.record.policyNumber,
          quote_id: wanted.quoteId,
          brand: wanted.brand,
          record: wanted.record,
          terms_at: wanted.termsAt,
          declared_at: wanted.declaredAt,
          issued_at: wanted.issuedAt,
          source: wanted.source,
          partner_id: wanted.partner_id,
        }
        if (!(await policy.insert(tx, row)))
          throw Object.assign(new Error('duplicate key'), { code: '23505' })
        await quote.refer(tx, row.quote_id)
      }),

    accessLevelByCookie: ({ sessionId }, quoteId) =>
      run('accessLevelByCookie', async tx => level.get(tx, `${sessionId}|${quoteId}`)?.level ?? null),
    accessLevelOfSession: (sessionId, quoteId) =>
      run('accessLevelOfSession', async tx => level.get(tx, `${sessionId}|${quoteId}`)?.level ?? null),
    grantAccess: ({ sessionId, quoteId, level: wanted }) =>
      run('grantAccess', async tx => {
        const key = `${sessionId}|${quoteId}`
        if (levelAtLeast(level.get(tx, key)?.level ?? null, wanted)) return
        if (await level.insert(tx, { key, level: wanted })) return quote.refer(tx, quoteId)
        await level.update(
          tx,
          key,
          row => !levelAtLeast(row.level, wanted),
          row => ({ ...row, level: wanted }),
        )
      }),
    revokeBuyerAccess: quoteId =>
      run('revokeBuyerAccess', async tx => {
        for (const { key } of level.all(tx).filter(row => row.key.endsWith(`|${quoteId}`)))
          await level.update(
            tx,
            key,
            row => row.level === 'VIEW_POLICY',
            row => ({ ...row, level: 'EDIT_QUOTE' }),
          )
      }),
    insertLoginToken: () => run('insertLoginToken', async () => undefined),
    // Nor is anybody idle there.
    extendIdleUntil: () => run('extendIdleUntil', async () => undefined),
    resetActivity: () => run('resetActivity', async () => undefined),
    // One customer only: nobody is there to lose anything.
    revokeOtherAccess: () => run('revokeOtherAccess', async () => undefined),
    record: ({ quoteId, what, details = {}, now }) =>
      run('record', async tx => {
        await audit.insert(tx, { id: randomUUID(), at: now, quoteId, what, details })
      }),
  }
}
