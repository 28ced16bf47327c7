/**
 * Store of measured figures: every measuring command saves its figures with commit, machine and hour, and
 * `npm run figures` makes one page and one data file of them.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

export interface Figure {
  readonly name: string
  readonly measured: string
  /** What it is held against, measured in the same run. */
  readonly floor: string
  readonly ratio: number | null
  /** What is asked for, as a sentence. */
  readonly reach: string
  /** Null where nothing is asked for but that it be stated. */
  readonly holds: boolean | null
}

export interface StoredFigures {
  readonly command: string
  readonly figures: readonly Figure[]
  readonly commit: string
  readonly machine: string
  readonly at: string
}

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/openroad/figures')
const written = join(root, 'docs/generated/figures.json')
const fileName = (command: string) => `${command.replaceAll(/\W+/g, '-')}.json`

/** The commit that was measured; a plus when the tree had changes that are in no commit. */
function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!docs/generated') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`
  } catch {
    return 'no repository'
  }
}

/** The load is told, because a busy machine makes every time but the ratios longer. */
function machineNow(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const [minute = 0] = loadavg()
  // All of them, though a bench may have pinned this process to one.
  const model = cpus()[0]?.model.trim() ?? 'processor'
  return `${cpus().length} × ${model}, ${gigabytes} GiB, Node ${process.version}, load ${minute.toFixed(1)}`
}

/** `command`: as it is called after `npm run`. A run of part of what a command measures is not to be kept. */
export function storeFigures(command: string, figures: readonly Figure[]): void {
  mkdirSync(folder, { recursive: true })
  const kept: StoredFigures = {
    command,
    figures,
    commit: commitNow(),
    machine: machineNow(),
    at: new Date().toISOString().slice(0, 16),
  }
  writeFileSync(join(folder, fileName(command)), `${JSON.stringify(kept, null, 1)}\n`)
}

/** Of every command its last run, in the order of their names. */
function lastRuns(runs: readonly StoredFigures[]): StoredFigures[] {
  const last = new Map<string, StoredFigures>()
  for (const run of runs.toSorted((one, other) => one.at.localeCompare(other.at))) last.set(run.command, run)
  return [...last.values()].sort((one, other) =>
    fileName(one.command).localeCompare(fileName(other.command), 'en'),
  )
}

/** The last run of every command that has left any, on this machine or, as it was written, on another. */
export function storedFigures(): StoredFigures[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []
  const here = names.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredFigures)
  const before = existsSync(written) ? (JSON.parse(readFileSync(written, 'utf8')) as StoredFigures[]) : []
  return lastRuns([...before, ...here])
}

export const writeStored = (runs: readonly StoredFigures[]): void =>
  writeFileSync(written, `${JSON.stringify(runs, null, 1)}\n`)
