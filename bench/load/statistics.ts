/**
 * Statistics of the benchmarks: medians of interleaved rounds, ratios to a baseline of the same run, and
 * targets.
 */

import type { Figure } from '../figures/figure-store.ts'

export type { Figure }

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN
}

/** Runs the measurement and its floor by turns, so that a busy moment of the machine meets both. */
export async function interleaved(
  rounds: number,
  measure: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ measured: number; floor: number; ratio: number; spread: string }> {
  const pairs: { measured: number; floor: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const swap = round % 2 === 1
    const first = swap ? await floor() : await measure()
    const second = swap ? await measure() : await floor()
    pairs.push(swap ? { measured: second, floor: first } : { measured: first, floor: second })
  }
  const ratios = pairs.map(pair => pair.measured / pair.floor)
  return {
    measured: median(pairs.map(pair => pair.measured)),
    floor: median(pairs.map(pair => pair.floor)),
    ratio: median(ratios),
    spread: `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
  }
}

export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map(({ name, measured, floor, ratio, reach, holds }) => [
    name,
    measured,
    floor,
    ratio === null ? '' : ratio.toFixed(2),
    reach,
    holds === null ? '' : holds ? 'yes' : 'NO',
  ])
  const head = ['figure', 'measured', 'floor', 'ratio', 'to reach', 'holds']
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
