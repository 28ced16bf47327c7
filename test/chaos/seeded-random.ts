/** Seeded random numbers (sfc32, seeded by SHA-256) for chaos runs and schedules. */
import { createHash } from 'node:crypto'

export interface SeededRandom {
  chance(probability: number): boolean
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  /** An independent sequence for a part of the run. */
  for(part: string): SeededRandom
}

export function seededRandom(seed: string): SeededRandom {
  const digest = createHash('sha256').update(seed).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map(at => digest.readInt32LE(at)) as [number, number, number, number]
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    chance: probability => next() < probability,
    below,
    between: (least, most) => least + next() * (most - least),
    pick: list => list[below(list.length)] as (typeof list)[number],
    for: part => seededRandom(`${seed} ${part}`),
  }
}
