/** The types of an operators' command, its context and its result, for scripts/ops.ts and the commands. */
import type { Database } from '#db/client.ts'
import type { AttributionLabels } from '#journey/sales-events.ts'
import type { RetentionPeriods } from '#server/config.ts'
import type { QueueCommands } from '#server/jobs/manage-jobs.ts'
import type { Keys } from '#server/lib/crypto.ts'
import type { PartnersConfig } from '#server/partners/partners-config.ts'

export interface OpsContext {
  readonly database: Database
  /** Reads the keys; for commands that decrypt. */
  readonly keys: () => Keys
  /** Opens the job queue for commands; it runs no jobs. */
  readonly jobs: () => Promise<QueueCommands>
  readonly now: () => Date
  readonly retention: RetentionPeriods
  /** The partners and sources that sales are counted under. */
  readonly attributionLabels: AttributionLabels
  /** Commands cannot access a partner insurer's data. */
  readonly insurer: PartnersConfig['insurer']['kind']
}

export interface CommandResult {
  readonly lines: readonly string[]
  /** False ends the program with exit code 1, for scheduled runs. */
  readonly isWell: boolean
}

export const succeeded = (...lines: readonly string[]): CommandResult => ({ lines, isWell: true })
export const failed = (...lines: readonly string[]): CommandResult => ({ lines, isWell: false })

export type CommandOptions = Readonly<Record<string, string>>

export interface OpsCommand {
  /** The command with its options, for the help text. */
  readonly usage: string
  /** The command's description, for the help text. */
  readonly says: string
  /** Names of the options; each has a value. */
  readonly options: readonly string[]
  /** True if a quote or policy number follows the command: the option `number`. */
  readonly takesNumber?: boolean
  run(context: OpsContext, options: CommandOptions): Promise<CommandResult>
}
