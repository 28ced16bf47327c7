/** Figures of a single node: whole purchases, memory, jobs, documents, prices. */
import PDFDocument from 'pdfkit'
import { schedulePdf } from '#documents/schedule.ts'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { priceTable, type RiskWithoutChoice } from '#underwriting/price-table.ts'
import { tariffFor } from '#underwriting/tariff-selection.ts'
import { buy, callsToBuy } from './customers.ts'
import type { BenchEnvironment, Node } from './environment.ts'
import { waitForMails } from './mails.ts'
import { type Figure, interleaved, median } from './statistics.ts'

const rounds = 5
const megabyte = 1_048_576

export async function purchaseFigures(nodes: readonly Node[], stand: BenchEnvironment): Promise<Figure[]> {
  const purchases = 20
  const atOnce = 8
  const cpuOfNodes = async () =>
    (await Promise.all(nodes.map(node => node.cpuMs()))).reduce((sum, ms) => sum + ms, 0)
  const buyAll = async (count: number) => {
    let begun = 0
    const worker = async () => {
      for (let mine = begun++; mine < count; mine = begun++)
        await buy((nodes[mine % nodes.length] as Node).origin)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  await buyAll(8)
  const loadedFrom = new Date()
  const rates: number[] = []
  const before = {
    nodes: await cpuOfNodes(),
    database: await stand.databaseCpuMs(),
    here: process.cpuUsage(),
  }
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    await buyAll(purchases)
    rates.push((purchases * 1_000) / (performance.now() - from))
  }
  const bought = purchases * rounds
  await waitForMails(stand)
  const nodeMs = ((await cpuOfNodes()) - before.nodes) / bought
  const databaseMs = ((await stand.databaseCpuMs()) - before.database) / bought
  const here = process.cpuUsage(before.here)
  const hereMs = (here.user + here.system) / 1_000 / bought
  const loadedLagMs = await jobLagMs(stand, loadedFrom, new Date())
  const memory = median(await Promise.all(nodes.map(node => node.rssBytes()))) / megabyte
  const quietFrom = new Date()
  for (let customer = 0; customer < purchases; customer += 1) {
    await buy((nodes[customer % nodes.length] as Node).origin)
    await waitForMails(stand)
  }
  const quietLagMs = await jobLagMs(stand, quietFrom, new Date())
  return [
    {
      name: `whole purchases, ${nodes.length} nodes, ${callsToBuy} calls each`,
      measured: `${median(rates).toFixed(1)}/s`,
      floor: `CPU each: nodes ${nodeMs.toFixed(1)}, database ${databaseMs.toFixed(1)}, this generator ${hereMs.toFixed(1)} ms`,
      ratio: null,
      reach: 'stated',
      holds: null,
    },
    {
      name: 'job after its transaction began, median, one customer at a time',
      measured: `${quietLagMs.toFixed(1)} ms`,
      floor: '',
      ratio: null,
      reach: '≤ 25 ms',
      holds: quietLagMs <= 25,
    },
    {
      name: `the same while ${atOnce} customers buy without a pause`,
      measured: `${loadedLagMs.toFixed(1)} ms`,
      floor: '',
      ratio: null,
      reach: 'stated',
      holds: null,
    },
    {
      name: 'memory of a node after this load',
      measured: `${memory.toFixed(0)} MB`,
      floor: '',
      ratio: null,
      reach: '≤ 250 MB',
      holds: memory <= 250,
    },
  ]
}

/** Median of how long a policy's mail waited for a worker, of those put between two moments. */
async function jobLagMs(stand: BenchEnvironment, from: Date, to: Date): Promise<number> {
  const { rows } = await stand.pool.query<{ ms: number | null }>(
    `select percentile_cont(0.5) within group (order by extract(epoch from started_on - created_on) * 1000)::float8 as ms
     from jobs.job where name = 'policy-mail' and started_on is not null and created_on between $1 and $2`,
    [from, to],
  )
  return rows[0]?.ms ?? Number.NaN
}

const openRisk: RiskWithoutChoice = {
  vehicle: { vehicleKey: 'any', ratingGroup: 5, theftScore: 2 },
  valueDollars: 21_500,
  postcode: '1050',
  locality: 'Remuera',
  city: 'Auckland',
  drivers: [{ dateOfBirth: '1988-04-12', incidents: [] }],
  businessApplicant: false,
  inceptionDay: '2026-11-21',
  ratedOn: '2026-11-21',
}

const msEach = async (count: number, work: () => unknown): Promise<number> => {
  const from = performance.now()
  for (let time = 0; time < count; time += 1) await work()
  return (performance.now() - from) / count
}

export async function ratingFigure(): Promise<Figure> {
  const tariff = tariffFor('2026-11-21')
  const table = priceTable(openRisk, tariff)
  const prices = Object.values(table).flat().length
  const found = await interleaved(
    rounds,
    () => msEach(2_000, () => priceTable(openRisk, tariff)),
    () => msEach(2_000, () => JSON.stringify(table)),
  )
  return {
    name: `a price table of ${prices} prices`,
    measured: `${(found.measured * 1_000).toFixed(0)} µs`,
    floor: `${(found.floor * 1_000).toFixed(0)} µs to write it as JSON`,
    ratio: found.ratio,
    reach: '≤ 100 µs',
    holds: found.measured * 1_000 <= 100,
  }
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
    reach: '≤ 60 ms',
    holds: found.measured <= 60,
  }
}
