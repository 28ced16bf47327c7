/** Figures of `npm start`: the time from the command to the line that prints the application's address. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Figure } from '../figures/figure-store.ts'
import { median } from './statistics.ts'

const root = join(import.meta.dirname, '../..')

async function startMs(dataDir: string): Promise<number> {
  const from = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`npm start ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.startsWith('Openroad is at')) resolve()
    })
  })
  const took = performance.now() - from
  child.kill('SIGTERM')
  await gone
  return took
}

async function npmAloneMs(): Promise<number> {
  const from = performance.now()
  await once(spawn('npm', ['--version'], { stdio: 'ignore' }), 'exit')
  return performance.now() - from
}

export async function startFigures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'openroad-start-'))
  try {
    return await figuresOf(dataDir)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

async function figuresOf(dataDir: string): Promise<Figure[]> {
  // After an install nothing is built: the first start draws the pages as well (scripts/setup.mjs).
  await rm(join(root, 'dist'), { recursive: true, force: true })
  const firstMs = await startMs(dataDir)
  const later: number[] = []
  const alone: number[] = []
  for (let round = 0; round < 5; round += 1) {
    later.push(await startMs(dataDir))
    alone.push(await npmAloneMs())
  }
  const row = (name: string, ms: number, mostMs: number): Figure => ({
    name,
    measured: `${(ms / 1_000).toFixed(2)} s`,
    floor: `${(median(alone) / 1_000).toFixed(2)} s npm --version`,
    ratio: ms / median(alone),
    reach: `≤ ${mostMs / 1_000} s`,
    holds: ms <= mostMs,
  })
  return [
    row('first npm start, which builds the pages', firstMs, 10_000),
    row('npm start again, to ready', median(later), 3_000),
  ]
}
