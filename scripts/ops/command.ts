/** Type of an operators' command: its input and its result. The table of commands is in scripts/ops.ts. */
import type { Database } from '#db/client.ts'
import type { SaleLabels } from '#journey/sales.ts'
import type { RetentionPeriods } from '#server/jobs/retention-periods.ts'
import type { UnfinishedJobs } from '#server/jobs/unfinished-jobs.ts'
import type { Keys } from '#server/lib/crypto.ts'
import type { PartnersConfig } from '#server/partners/partners-config.ts'

export interface OpsContext {
  readonly database: Database
  /** Read by the commands that need them. */
  readonly keys: () => Keys
  /** The job queue's unfinished work; opened for the commands that need it. */
  readonly jobs: () => Promise<UnfinishedJobs>
  readonly now: () => Date
  readonly retention: RetentionPeriods
  /** The partners and sources that sales are counted under. */
  readonly saleLabels: SaleLabels
  /** No command reaches the data of a partner insurer. */
  readonly insurer: PartnersConfig['insurer']['kind']
}

export interface CommandResult {
  /** Printed to the terminal. */
  readonly lines: readonly string[]
  /** False ends the program with exit code 1, for scheduled runs. */
  readonly isWell: boolean
}

export interface OpsCommand {
  /** One line for the list of commands: what follows the name, and what it does. */
  readonly usage: string
  readonly says: string
  /** Names of the options it takes; each has a value. */
  readonly options: readonly string[]
  /** Names of the options without a value. */
  readonly flags?: readonly string[]
  run(context: OpsContext, options: Readonly<Record<string, string>>): Promise<CommandResult>
}

/** Something a person at the terminal did wrong, said in a sentence. */
export class OpsError extends Error {
  override name = 'OpsError'
}
