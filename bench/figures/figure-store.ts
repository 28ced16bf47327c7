/** Stores the figures of each measuring command with commit, machine and time, for `npm run figures` and `npm run release-check`. */
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

/** A figure that is no ratio to a baseline; `floor` says what else was measured. */
export const figureWithoutBaseline = (
  name: string,
  measured: string,
  reach: string,
  holds: boolean,
  floor = '',
): Figure => ({ name, measured, floor, ratio: null, reach, holds })

/** A figure without a target. */
export const statedFigure = (name: string, measured: string, floor = ''): Figure => ({
  name,
  measured,
  floor,
  ratio: null,
  reach: 'stated',
  holds: null,
})

export interface StoredRun {
  readonly command: string
  readonly figures: readonly Figure[]
  readonly commit: string
  readonly machine: string
  /** '2026-11-27T18:47', UTC */
  readonly at: string
}

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/openroad/figures')

/** The measured commit, with a plus if there were uncommitted changes. */
function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const isChanged = git('status', '--porcelain', '--', '.', ':!docs') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`
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
  const at = new Date().toISOString().slice(0, 16)
  const run: StoredRun = { command, figures, commit: commitNow(), machine: machineNow(), at }
  writeFileSync(join(folder, `${command.replaceAll(/\W+/g, '-')}.json`), `${JSON.stringify(run, null, 1)}\n`)
}

/** The last runs of a command on this machine, with any arguments: `lighthouse` stores each brand apart. */
export function readStoredRuns(command: string): StoredRun[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []
  return names
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredRun)
    .filter(run => run.command === command || run.command.startsWith(`${command} `))
}

/** The figure that misses its target; else the one that is closest to it; undefined without figures. */
export function findWorstFigure(figures: readonly Figure[]): Figure | undefined {
  const missed = figures.filter(({ holds }) => holds === false)
  const [first, ...others] = missed.length > 0 ? missed : figures
  if (!first) return undefined
  const sign = first.reach.startsWith('≥') ? -1 : 1
  return others.reduce(
    (worst, figure) => (sign * ((figure.ratio ?? 0) - (worst.ratio ?? 0)) > 0 ? figure : worst),
    first,
  )
}
