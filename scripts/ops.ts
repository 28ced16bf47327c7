/** `npm run ops -- COMMAND`: the operators' command line; each command is a file in scripts/ops and a row here. */
import { parseArgs } from 'node:util'
import { readBrands } from '#brands/index.ts'
import type { Database } from '#db/client.ts'
import { migrationTable } from '#db/migrate.ts'
import { errorCode } from '#db/postgres-errors.ts'
import { attributionLabels } from '#journey/sales-events.ts'
import type { Config } from '#server/config.ts'
import { openQueueCommands, type QueueCommands, QueueOutOfDateError } from '#server/jobs/manage-jobs.ts'
import { type Keys, keysExist, loadKeys } from '#server/lib/crypto.ts'
import { CommandError, runCommand, UsageError, withConfiguredDatabase } from './command.ts'
import type { OpsCommand, OpsContext } from './ops/command-types.ts'
import { invariants } from './ops/invariants.ts'
import { acknowledgeTask, manualTasks } from './ops/manual-tasks.ts'
import { erasePerson, exportPerson } from './ops/privacy-requests.ts'
import { retry, settle } from './ops/retry-and-settle.ts'
import { rotateKeys } from './ops/rotate-keys.ts'
import { resendDocuments, showPolicyCommand, showQuoteCommand } from './ops/support.ts'

const commands: Readonly<Record<string, OpsCommand>> = {
  waiting: manualTasks,
  retry,
  settle,
  quote: showQuoteCommand,
  policy: showPolicyCommand,
  acknowledge: acknowledgeTask,
  'mail-again': resendDocuments,
  invariants,
  'export-person': exportPerson,
  'erase-person': erasePerson,
  'rotate-keys': rotateKeys,
}

const usage = `npm run ops -- COMMAND\n\n${Object.values(commands)
  .map(command => `  ${command.usage}\n      ${command.says}`)
  .join('\n')}`

function readCommand(): { command: OpsCommand; options: Record<string, string> } {
  const [name = 'waiting', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(usage)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: command.takesNumber ?? false,
    options: Object.fromEntries(command.options.map(name => [name, { type: 'string' as const }])),
  })
  const [number, ...others] = positionals
  if (others.length > 0) throw new UsageError(`  ${command.usage}`)
  return {
    command,
    options: { ...(number !== undefined && { number }), ...values } as Record<string, string>,
  }
}

/** PostgreSQL's SQLSTATEs of an unknown table and an unknown column. */
const unknownNames: readonly unknown[] = ['42P01', '42703']

const isOutOfDate = (error: unknown): boolean =>
  error instanceof QueueOutOfDateError || unknownNames.includes(errorCode(error))

/** True if any version has created its tables. */
async function holdsTables({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query('select to_regclass($1) is not null as found', [migrationTable])
  return rows[0]?.found === true
}

const tooOld = 'The tables are older than this version: run `npm run migrate` first.'
/** Scheduled commands: they may run before the first node of a new version, which must not raise an alert. */
const scheduledCommands: readonly OpsCommand[] = [manualTasks, invariants]

/** The nodes' keys; a command never creates keys, because nothing could be decrypted with them. */
function keysOfNodes(config: Config): Keys {
  if (!keysExist(config))
    throw new CommandError(
      'This command needs the keys of the nodes: set JWT_KEY and PII_KEYS to the same values.',
    )
  return loadKeys(config)
}

/** The context of a command; `close` ends what the command opened. */
function openContext(database: Database, config: Config) {
  let jobs: Promise<QueueCommands> | undefined
  const context: OpsContext = {
    database,
    keys: () => keysOfNodes(config),
    jobs() {
      jobs ??= openQueueCommands(database)
      return jobs
    },
    now: () => new Date(),
    retention: config.retention,
    attributionLabels: attributionLabels(readBrands().keys(), config.partnerIds),
    insurer: config.insurer.kind,
  }
  const close = () =>
    jobs?.then(
      opened => opened.close(),
      () => undefined,
    )
  return { context, close }
}

/** Throws an error that names the missing migration. A scheduled command only prints it: the next node migrates. */
async function throwUnlessScheduled(error: unknown, command: OpsCommand, database: Database): Promise<void> {
  if (!isOutOfDate(error)) throw error
  if (!(await holdsTables(database)))
    throw new CommandError('This database has no tables yet: run `npm run migrate` first.')
  if (!scheduledCommands.includes(command)) throw new CommandError(tooOld)
  console.log(tooOld)
}

async function run(): Promise<void> {
  const { command, options } = readCommand()
  await withConfiguredDatabase(async (database, config) => {
    const { context, close } = openContext(database, config)
    try {
      const { lines, isWell } = await command.run(context, options)
      for (const line of lines) console.log(line)
      if (!isWell) process.exitCode = 1
    } catch (error) {
      await throwUnlessScheduled(error, command, database)
    } finally {
      await close()
    }
  })
}

await runCommand(run, 'npm run ops -- help lists all commands.')
