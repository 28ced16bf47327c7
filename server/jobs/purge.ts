/** Forgets, once an hour on every node, what server/retention.ts says is no longer needed. */
import { addYears, nzToday } from '#journey/dates.ts'
import type { Services } from '#server/context.ts'

const everyMs = 3_600_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The database has a clock of its own, and refuses lines of the audit that are younger by it. */
const auditSlackMs = dayMs

/** What was forgotten, by kind; each kind until nothing of it is left to forget. */
export async function purge(services: Services): Promise<Record<string, number>> {
  const { books, config } = services
  const { retention } = config
  const now = services.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const endedBefore = addYears(nzToday(now), -retention.policyYears)
  const auditBefore = new Date(Date.parse(endedBefore) - auditSlackMs)
  const tombstonesBefore = ago(retention.tombstoneDays * dayMs)
  // As long as the policy would have stayed that the money did not buy: its year of cover comes on top.
  const refundedBefore = new Date(Date.parse(addYears(endedBefore, -1)) - auditSlackMs)
  const quotes = await untilDone(() =>
    books.forgetQuotes({
      madeBefore: ago(retention.quoteDays * dayMs),
      idleBefore: ago(retention.prospectDays * dayMs),
      now,
    }),
  )
  const tombstones = await untilDone(() =>
    services.transact(async within => {
      const dropped = await within.dropForgotten({ before: tombstonesBefore, refundedBefore })
      await noteDropped({ tombstones: dropped, registered: 0 }, within, now)
      return dropped
    }),
  )
  const done: Record<string, number> = {
    quotes,
    unclaimed: await untilDone(() => books.forgetUnclaimed(ago(retention.quoteDays * dayMs))),
    bankDetails: await untilDone(() =>
      books.destroyBankDetails({
        issuedBefore: ago(retention.bankDays * dayMs),
        rejectedBefore: ago(retention.rejectedBankHours * hourMs),
      }),
    ),
    sessions: await untilDone(() => books.dropSessions(ago(retention.sessionHours * hourMs))),
    traces: await untilDone(() =>
      books.dropTraces({
        before: ago(retention.captchaHours * hourMs),
        // The longest window there is, that of the mails somebody was sent, lasts a day.
        countedBefore: ago(Math.max(retention.captchaHours * hourMs, dayMs)),
        noticedBefore: ago(retention.quoteDays * dayMs),
      }),
    ),
    policies: await untilDone(() =>
      services.transact(within => within.forgetPolicies({ endedBefore, auditBefore })),
    ),
  }
  const audit = await dropAudit(services, auditBefore)
  if (Object.values(done).some(count => count > 0))
    await books.record({ quoteId: null, what: 'purged', details: done, now })
  return { ...done, tombstones, ...audit }
}

async function dropAudit(
  { transact, now }: Services,
  before: Date,
): Promise<{ auditLines: number; registered: number }> {
  let registered = 0
  const auditLines = await untilDone(async () => {
    const gone = await transact(async within => {
      const dropped = await within.dropAudit(before)
      await noteDropped({ tombstones: 0, registered: dropped.registered }, within, now())
      return dropped
    })
    registered += gone.registered
    return gone.lines
  })
  return { auditLines, registered }
}

/** In the transaction that dropped them: invariant I18 counts on it, and a purge may end after any batch. */
async function noteDropped(
  details: { tombstones: number; registered: number },
  books: Services['books'],
  now: Date,
): Promise<void> {
  if (details.tombstones + details.registered === 0) return
  await books.record({ quoteId: null, what: 'purged', details, now })
}

async function untilDone(batch: () => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const count = await batch()
    if (count === 0) return all
    all += count
  }
}

/** Runs until stopped, first a few minutes after the start, so that a restart is not slowed by it. */
export function keepPurging(services: Services, firstAfterMs = 300_000): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const round = () => {
    running = running
      .then(() => purge(services))
      .then(
        () => undefined,
        error => services.log.error('purge', {}, error),
      )
  }
  let hourly: ReturnType<typeof setInterval> | undefined
  const first = setTimeout(() => {
    round()
    hourly = setInterval(round, everyMs)
  }, firstAfterMs)
  return async () => {
    clearTimeout(first)
    clearInterval(hourly)
    await running
  }
}
