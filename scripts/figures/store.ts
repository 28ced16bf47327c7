/** Stores the figures of each measuring command with commit, machine and time, for `npm run figures`. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

export interface Figure {
  readonly name: string
  readonly measured: string
  /** The baseline, measured in the same run. */
  readonly floor: string
  readonly ratio: number | null
  /** The target as a sentence. */
  readonly reach: string
  /** Whether the target is reached; null without a target. */
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

/** The measured commit, with a plus if there were uncommitted changes. */
function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!docs/generated') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`
  } catch {
    return 'no repository'
  }
}

/** Includes the load, because a busy machine makes all times longer, but not the ratios. */
function machineNow(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const [minute = 0] = loadavg()
  // All processors, even if a benchmark pinned this process to one.
  const model = cpus()[0]?.model.trim() ?? 'processor'
  return `${cpus().length} × ${model}, ${gigabytes} GiB, Node ${process.version}, load ${minute.toFixed(1)}`
}

/** `command` is the name after `npm run`. Do not store partial runs. */
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

/** The last run of each command, sorted by name. */
function lastRuns(runs: readonly StoredFigures[]): StoredFigures[] {
  const last = new Map<string, StoredFigures>()
  for (const run of runs.toSorted((one, other) => one.at.localeCompare(other.at))) last.set(run.command, run)
  return [...last.values()].sort((one, other) =>
    fileName(one.command).localeCompare(fileName(other.command), 'en'),
  )
}

/** The last run of each command, from this machine or, in the committed file, another one. */
export function storedFigures(): StoredFigures[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []
  const here = names.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredFigures)
  const before = existsSync(written) ? (JSON.parse(readFileSync(written, 'utf8')) as StoredFigures[]) : []
  return lastRuns([...before, ...here])
}

export const writeStored = (runs: readonly StoredFigures[]): void =>
  writeFileSync(written, `${JSON.stringify(runs, null, 1)}\n`)
