/** Statistics of the benchmarks: medians, quantiles, and rounds that alternate with their baseline. */

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
