/**
 * Waits for the mails and documents that follow purchases, so that their CPU time is not counted in the next
 * measurement.
 */
import type { BenchEnvironment } from './environment.ts'

/** Resolves when no policy's mail is left to send. */
export async function waitForMails(stand: BenchEnvironment): Promise<void> {
  const giveUpAt = Date.now() + 240_000
  for (;;) {
    const { rows } = await stand.pool.query<{ left: number }>(
      `select count(*)::int as left from jobs.job where name = 'policy-mail' and state in ('created', 'retry', 'active')`,
    )
    if (rows[0]?.left === 0) return
    if (Date.now() > giveUpAt) throw new Error('the mails were not sent')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
