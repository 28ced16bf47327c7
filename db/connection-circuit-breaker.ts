/**
 * Circuit breaker for new connections, used by db/client.ts and the job queue. When a synchronous standby is lost, commits
 * never return, and the server keeps a session for each, also after the node closed its connection. Replacing all of
 * them would use up the server's connections.
 */
import type pg from 'pg'
import { cannotConnectNow } from './postgres-errors.ts'

/** The number of unanswered connections after which new ones ask whether commits wait. */
const mostUnanswered = 3

/** Connections that were given up without an answer, since the last change that was committed. */
export class ConnectionCircuitBreaker {
  #count = 0

  add(): void {
    this.#count += 1
  }

  reset(): void {
    this.#count = 0
  }

  /** Throws if mostUnanswered connections are unanswered and commits of ours wait for a standby on this server. */
  async refuseWaitingServer(client: pg.ClientBase): Promise<void> {
    if (this.#count < mostUnanswered) return
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event = 'SyncRep'`,
    )
    if ((rows[0]?.waiting ?? 0) === 0) return
    throw Object.assign(new Error('commits wait for its synchronous standby'), { code: cannotConnectNow })
  }
}
