/**
 * `npm run bench -- soak [30]`: a node's memory while customers buy for the given minutes, and whether it
 * keeps growing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, figureWithoutBaseline } from '../figures/figure-store.ts'
import { buy } from './customers.ts'
import type { BenchEnvironment } from './environment.ts'
import { median } from './statistics.ts'

const atOnce = 4
const lookEveryMs = 5_000
const megabyte = 1_048_576
const mostMegabytes = 250
/** What the heap breathes between two collections is no growth. */
const mostGrowth = 1.05

export async function soak(environment: BenchEnvironment, minutes: number): Promise<Figure[]> {
  const node = await environment.node()
  const end = performance.now() + minutes * 60_000
  const isOver = () => performance.now() >= end
  let bought = 0
  let putOff = 0
  const buyer = async () => {
    while (!isOver()) {
      try {
        await buy(node.origin)
        bought += 1
      } catch (error) {
        // In half an hour a disk may stand still once: the page of who is told this asks again.
        if (!String(error).includes('BIND_PENDING')) throw error
        putOff += 1
      }
    }
  }
  const seen: number[] = []
  const watch = async () => {
    while (!isOver()) {
      await pause(lookEveryMs)
      seen.push((await node.rssBytes()) / megabyte)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: atOnce }, buyer)])

  // The first third is spent on what a node compiles and caches once.
  const third = Math.floor(seen.length / 3)
  const middle = median(seen.slice(third, 2 * third))
  const last = median(seen.slice(-third))
  const load = `${bought} policies bought in ${minutes} min, ${putOff} confirmed later`
  return [
    figureWithoutBaseline(
      `memory of a node after ${minutes} min under load`,
      `${last.toFixed(0)} MB`,
      `≤ ${mostMegabytes} MB`,
      last <= mostMegabytes,
      load,
    ),
    {
      name: `memory of a node in the last third of ${minutes} min`,
      measured: `${last.toFixed(0)} MB`,
      floor: `${middle.toFixed(0)} MB in the middle one`,
      ratio: last / middle,
      reach: `≤ ${mostGrowth} x: flat`,
      holds: last / middle <= mostGrowth,
    },
  ]
}
