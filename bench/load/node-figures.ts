/** Figures of a single node: whole purchases a second on one core, the time of a call at half that load, and a document. */
import { setTimeout as pause } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { schedulePdf } from '#documents/schedule.ts'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { type Figure, figureWithoutBaseline, statedFigure } from '../figures/figure-store.ts'
import { buy, callsToBuy } from './customers.ts'
import { type BenchEnvironment, minimalEnvironment, waitForMails } from './environment.ts'
import { interleaved, median, quantile } from './statistics.ts'

const rounds = 5
const purchasesARound = 40
const atOnce = 8
const secondsAtHalf = 30
const mostP99Ms = 250

export async function purchaseFigures(environment: BenchEnvironment): Promise<Figure[]> {
  const node = await environment.node(minimalEnvironment)
  await environment.pinToOwnCore(node)
  const buyAll = async () => {
    let begun = 0
    const buyer = async () => {
      while (begun++ < purchasesARound) await buy(node.origin)
    }
    await Promise.all(Array.from({ length: atOnce }, buyer))
  }
  await buyAll()
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    await buyAll()
    rates.push((purchasesARound * 1_000) / (performance.now() - from))
  }
  await waitForMails(environment)
  const perSecond = median(rates)
  const callsMs: number[] = []
  let refused = 0
  const purchases: Promise<void>[] = []
  while (purchases.length < (secondsAtHalf * perSecond) / 2) {
    const purchase = buy(node.origin, ms => callsMs.push(ms)).catch(() => {
      refused += 1
    })
    purchases.push(purchase)
    await pause(2_000 / perSecond)
  }
  await Promise.all(purchases)
  const p99Ms = quantile(callsMs, 0.99)
  return [
    statedFigure(
      `whole purchases, one node on one core, ${callsToBuy} calls each`,
      `${perSecond.toFixed(1)}/s`,
    ),
    figureWithoutBaseline(
      'p99 of a call at half that load',
      `${p99Ms.toFixed(0)} ms`,
      `≤ ${mostP99Ms} ms, none refused`,
      p99Ms <= mostP99Ms && refused === 0,
      `${(perSecond / 2).toFixed(1)} purchases/s, ${refused} of ${purchases.length} refused`,
    ),
  ]
}

const msEach = async (count: number, work: () => unknown): Promise<number> => {
  const from = performance.now()
  for (let time = 0; time < count; time += 1) await work()
  return (performance.now() - from) / count
}

export async function documentFigure(): Promise<Figure> {
  const brand = sampleBrand('harbour')
  const empty = () =>
    new Promise<void>(resolve => {
      const pdf = new PDFDocument({ tagged: true, pdfVersion: '1.7', lang: 'en-NZ' })
      pdf.on('data', () => {})
      pdf.on('end', () => resolve())
      pdf.end()
    })
  await schedulePdf(policyRecord, brand)
  const found = await interleaved(
    rounds,
    () => msEach(10, () => schedulePdf(policyRecord, brand)),
    () => msEach(10, empty),
  )
  return {
    name: 'a schedule as PDF',
    measured: `${found.measured.toFixed(1)} ms, ${(1_000 / found.measured).toFixed(0)}/s`,
    floor: `${found.floor.toFixed(1)} ms an empty tagged page`,
    ratio: found.ratio,
    reach: '≤ 90 ms',
    holds: found.measured <= 90,
  }
}
