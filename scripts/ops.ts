/**
 * `npm run ops -- COMMAND`: the operators' command line; without a command it lists their tasks. Each command is a
 * file in scripts/ops and a row here.
 */
import { parseArgs } from 'node:util'
import { readBrands } from '#brands/index.ts'
import type { Database } from '#db/client.ts'
import { migrationTable } from '#db/migrate.ts'
import { errorCode } from '#db/postgres-errors.ts'
import { saleLabels } from '#journey/sales-events.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { openUnfinishedJobs, QueueOutOfDateError, type UnfinishedJobs } from '#server/jobs/unfinished-jobs.ts'
import { type Keys, keysExist, loadKeys } from '#server/lib/crypto.ts'
import { describeStartupError } from '#server/lib/startup-errors.ts'
import { openConfiguredDatabase } from './configured-database.ts'
import { acknowledge } from './ops/acknowledge-task.ts'
import { type OpsCommand, OpsError } from './ops/command.ts'
import { invariants } from './ops/invariants.ts'
import { manualTasks } from './ops/manual-tasks.ts'
import { erasePerson, exportPerson } from './ops/privacy-requests.ts'
import { resendDocuments } from './ops/resend-documents.ts'
import { retry, settle } from './ops/retry-and-settle.ts'
import { rotateKeys } from './ops/rotate-keys.ts'
import { supportPolicy, supportQuote } from './ops/support.ts'

const commands: Readonly<Record<string, OpsCommand>> = {
  waiting: manualTasks,
  retry,
  settle,
  quote: supportQuote,
  policy: supportPolicy,
  seen: acknowledge,
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
  if (!command) throw new OpsError(usage)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: command.takesNumber ?? false,
    options: Object.fromEntries(command.options.map(name => [name, { type: 'string' as const }])),
  })
  const [number, ...others] = positionals
  if (others.length > 0) throw new OpsError(`  ${command.usage}`)
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
    throw new OpsError(
      'This command needs the keys of the nodes: set JWT_KEY and PII_KEYS to the same values.',
    )
  return loadKeys(config)
}

async function run(): Promise<boolean> {
  const { command, options } = readCommand()
  const config = parseConfig(process.env)
  const database = await openConfiguredDatabase(config, {
    max: 2,
    // No time limit: some commands read data of many years.
    isUnlimited: true,
    onError: error => console.error(error),
  })
  let jobs: Promise<UnfinishedJobs> | undefined
  try {
    const outcome = await command.run(
      {
        database,
        keys: () => keysOfNodes(config),
        jobs() {
          jobs ??= openUnfinishedJobs(database)
          return jobs
        },
        now: () => new Date(),
        retention: config.retention,
        saleLabels: saleLabels(readBrands().keys(), config.partnerIds),
        insurer: config.insurer.kind,
      },
      options,
    )
    for (const line of outcome.lines) console.log(line)
    return outcome.isWell
  } catch (error) {
    if (!isOutOfDate(error)) throw error
    if (!(await holdsTables(database)))
      throw new OpsError('This database has no tables yet: run `npm run migrate` first.')
    if (!scheduledCommands.includes(command)) throw new OpsError(tooOld)
    console.log(tooOld)
    return true
  } finally {
    await jobs?.then(
      opened => opened.close(),
      () => undefined,
    )
    await database.close()
  }
}

const isExpected = (error: unknown): error is Error =>
  error instanceof OpsError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

run().then(
  isWell => {
    if (!isWell) process.exitCode = 1
  },
  (error: unknown) => {
    const sentence = isExpected(error) ? error.message : describeStartupError(error)
    if (sentence === null) throw error
    console.error(sentence)
    process.exitCode = 1
  },
)
