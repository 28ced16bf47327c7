/** Type of an operators' command: its input and its result. The table of commands is in scripts/ops.ts. */
import type { Database } from '#db/client.ts'
import type { RetentionPeriods } from '#server/jobs/retention-periods.ts'
import type { Keys } from '#server/lib/crypto.ts'
import type { PartnersConfig } from '#server/partners/partners-config.ts'

export interface OpsContext {
  readonly database: Database
  /** Read when they are needed: most commands go without. */
  readonly keys: () => Keys
  readonly now: () => Date
  readonly retention: RetentionPeriods
  /** A partner's has books of its own, which no command here reaches. */
  readonly insurer: PartnersConfig['insurer']['kind']
}

export interface CommandResult {
  /** For whoever reads the terminal. */
  readonly lines: readonly string[]
  /** False ends the program with 1, for those who run it by a clock. */
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
  run(house: OpsContext, options: Readonly<Record<string, string>>): Promise<CommandResult>
}

/** Something a person at the terminal did wrong, said in a sentence. */
export class OpsError extends Error {
  override name = 'OpsError'
}
