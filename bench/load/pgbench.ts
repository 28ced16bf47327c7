/**
 * Baseline of every database figure: pgbench running the same prepared statements and values as a call. Each
 * client is a process with its own quote, as each client of the call has one.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchEnvironment } from './environment.ts'

const run = promisify(execFile)

export interface SentStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

function findPgbench(): string {
  const places = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map(version => `/usr/lib/postgresql/${version}/bin/pgbench`)
    : []
  const found = [...places, '/usr/bin/pgbench', '/usr/local/bin/pgbench'].find(path => existsSync(path))
  if (!found) throw new Error('pgbench is needed: on Debian it comes with the package postgresql.')
  return found
}

/** A script and the variables it is given with -D. */
export interface Script {
  readonly lines: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.join()}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The statements as a script.
 * @param changingValueOf the SQL, or an earlier statement's variable, for a value that changes from run to run; else null
 * @param endOf the end of a statement: `\gset` stores its columns as variables
 */
export function scriptOf(
  statements: readonly SentStatement[],
  changingValueOf: (value: string, sent: SentStatement, position: number) => string | null,
  endOf: (sent: SentStatement) => string = () => ';',
): Script {
  const variables: Record<string, string> = {}
  const lines = statements.map((sent, number) => {
    const text = sent.text.replace(/\$(\d+)/g, (_, digits: string) => {
      const position = Number(digits)
      const value = asText(sent.values[position - 1])
      if (value === null) return 'null'
      const changing = changingValueOf(value, sent, position)
      if (changing !== null) return changing
      const name = `s${number}p${position}`
      variables[name] = value
      return `:${name}`
    })
    return `${text.replaceAll('\n', ' ')} ${endOf(sent)}`
  })
  return { lines, variables }
}

/** Runs one script a client for some seconds; transactions a second of all together. */
export async function pgbench(
  environment: BenchEnvironment,
  scripts: readonly Script[],
  seconds: number,
): Promise<number> {
  const binary = findPgbench()
  const rates = await Promise.all(
    scripts.map(async ({ lines, variables }, client) => {
      const file = join(environment.folder, `client-${client}.sql`)
      await writeFile(file, `${lines.join('\n')}\n`)
      const given = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
      const { stdout } = await run(binary, [
        ...['-n', '-M', 'prepared', '-c', '1', '-j', '1', '-T', String(seconds), '-f', file],
        ...given,
        environment.databaseUrl,
      ])
      const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
      if (!rate || /failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench: ${stdout}`)
      return Number(rate)
    }),
  )
  return rates.reduce((sum, rate) => sum + rate, 0)
}
