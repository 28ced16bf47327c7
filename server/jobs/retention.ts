/** The hourly purge on every node of data that is older than the retention periods of server/config.ts. */
import { addYears, nzToday } from '#journey/dates.ts'
import { counterHours } from '#server/config.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { dayMs, hourMs, minuteMs } from '#server/lib/durations.ts'

/** The first purge waits, because it would slow a restart down. */
export const purgeSchedule = { event: 'purge', firstAfterMs: 5 * minuteMs, pauseMs: hourMs }

/** For clock differences: the database rejects deletion of audit lines that are younger by its own clock. */
const auditSlackMs = dayMs

type Forget = () => Promise<number>

/** Returns the counts. A kind that fails waits for the next round and does not stop the others. */
export async function runRetention(
  services: Dependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Record<string, number>> {
  const { repositories, config, log, withTransaction } = services
  const { retention } = config
  const now = services.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const endedBefore = addYears(nzToday(now), -retention.policyYears)
  const auditBefore = new Date(Date.parse(endedBefore) - auditSlackMs)
  const tombstonesBefore = ago(retention.tombstoneDays * dayMs)
  // As long as the policy would have stayed that the money did not buy: its year of cover comes on top.
  const refundedBefore = new Date(Date.parse(addYears(endedBefore, -1)) - auditSlackMs)
  const purged = { quoteId: null, what: 'purged', now }
  const kinds: Readonly<Record<string, Forget>> = {
    quotes: () =>
      withTransaction(tx =>
        tx.anonymiseQuotes({
          madeBefore: ago(retention.quoteDays * dayMs),
          idleBefore: ago(retention.prospectDays * dayMs),
          now,
        }),
      ),
    tombstones: () =>
      withTransaction(async tx => {
        const tombstones = await tx.deleteAnonymisedQuotes({ before: tombstonesBefore, refundedBefore })
        if (tombstones > 0) await tx.recordAuditEvent({ ...purged, details: { tombstones } })
        return tombstones
      }),
    unclaimed: () => repositories.anonymiseOrphanedInsurerQuotes(ago(retention.quoteDays * dayMs)),
    bankDetails: () =>
      repositories.destroyBankDetails({
        issuedBefore: ago(retention.bankDays * dayMs),
        rejectedBefore: ago(retention.rejectedBankHours * hourMs),
      }),
    loginTokens: () => repositories.deleteExpiredLoginTokens({ now, linksBefore: tombstonesBefore }),
    sessions: () => repositories.deleteExpiredSessions(ago(retention.sessionHours * hourMs)),
    traces: () =>
      repositories.deleteExpiredCaptchaAndRateLimits({
        before: ago(retention.captchaHours * hourMs),
        countedBefore: ago(counterHours(retention) * hourMs),
      }),
    policies: () => withTransaction(tx => tx.deleteExpiredPolicies({ endedBefore, auditBefore })),
    auditLines: () =>
      withTransaction(async tx => {
        const { lines, registered } = await tx.deleteOldAudit(auditBefore)
        if (registered > 0) await tx.recordAuditEvent({ ...purged, details: { registered } })
        return lines
      }),
  }
  const done: Record<string, number> = {}
  for (const [kind, forget] of Object.entries(kinds)) {
    try {
      done[kind] = await untilDone(forget, stopping)
    } catch (error) {
      log.error('purge', { kind }, error)
    }
  }
  // These two are recorded with each batch: the counts of all quotes must add up, and a purge may end after any batch.
  const { tombstones: _, auditLines: __, ...details } = done
  if (Object.values(details).some(count => count > 0))
    await repositories.recordAuditEvent({ ...purged, details })
  return done
}

async function untilDone(forget: Forget, stopping: AbortSignal): Promise<number> {
  let all = 0
  while (!stopping.aborted) {
    const count = await forget()
    if (count === 0) break
    all += count
  }
  return all
}
