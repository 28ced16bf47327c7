/**
 * `npm run bench -- growth [10000 1000000 10000000]`: times the same calls with few and with many quotes in
 * the database, and reads the plan of every statement of a purchase from PostgreSQL.
 */
import { randomInt } from 'node:crypto'
import { runRetention } from '#server/jobs/retention.ts'
import { createClient } from '#test/client.ts'
import type { Node } from '#test/node-process.ts'
import { bindBody, policyholder } from '#test/purchase.ts'
import { nodesOf, type PlanRow } from '#test/query-plans.ts'
import { type Figure, figureWithoutBaseline, statedFigure } from '../figures/figure-store.ts'
import { buy, customers } from './customers.ts'
import { type BenchEnvironment, waitForMails } from './environment.ts'
import { statementsOfCalls, withApplication } from './in-process.ts'
import { bytesPerQuote, prepareSeeding, seedQuotes } from './seed-quotes.ts'
import { median, quantile } from './statistics.ts'

const usualSizes = [10_000, 1_000_000, 10_000_000]
const mostSlower = 1.3
/** Tables with fewer rows than this may be read whole: by a call, and by the purge, which is less urgent. */
const smallRows = { call: 5_000, purge: 50_000 }

interface Timed {
  readonly medianMs: number
  readonly p99Ms: number
}

/** @param rest runs after each, untimed */
async function timed(
  times: number,
  work: (time: number) => Promise<unknown>,
  rest?: () => Promise<void>,
): Promise<Timed> {
  const all: number[] = []
  for (let time = 0; time < times; time += 1) {
    const from = performance.now()
    await work(time)
    all.push(performance.now() - from)
    await rest?.()
  }
  return { medianMs: median(all), p99Ms: quantile(all, 0.99) }
}

type Measured = Readonly<Record<string, Timed>>

async function measureAt(node: Node, environment: BenchEnvironment): Promise<Measured> {
  const numbers = await someQuoteNumbers(environment, 600)
  const plain = createClient(node.origin, { keepsCookies: false })
  const health = () => plain.request('/health').then(answer => answer.arrayBuffer())
  const retrieve = async (number: string | undefined) => {
    const answer = await plain.call('quoteRetrieve', {
      body: {
        type: 'retrieve',
        attributes: {
          insuredDetails: { customerDob: policyholder.dateOfBirth, customerPostcode: '1050' },
          quoteNumber: number ?? '',
        },
      },
    })
    if (answer.status !== 200) throw new Error(`retrieve answered ${answer.status}`)
  }
  for (const number of numbers.slice(0, 200)) await retrieve(number)
  const buyers = await customers(node.origin, 30)
  const amend = async (time: number) => {
    const { client, quote } = buyers[time % buyers.length] as (typeof buyers)[number]
    ;(await client.call('quoteAmend', { body: quote.body })).ok()
  }
  await timed(60, amend)
  const bind = async (time: number) => {
    const { client, quote } = buyers[time] as (typeof buyers)[number]
    const fresh = await client.call('prospectCar', { query: { id: quote.id } })
    const newest = fresh.ok().quote
    if (!newest) throw new Error('a quote without a price')
    const { attributes } = newest.data
    ;(await client.call('quoteBind', { body: bindBody({ ...quote, attributes }) })).ok()
  }
  const figures = {
    health: await timed(300, health),
    retrieval: await timed(400, time => retrieve(numbers[200 + time])),
    amend: await timed(300, amend),
    // Each bind waits for the documents of the one before, which would use the other processor.
    bind: await timed(buyers.length, bind, () => waitForMails(environment)),
  }
  return figures
}

async function someQuoteNumbers(environment: BenchEnvironment, count: number): Promise<string[]> {
  const { rows } = await environment.pool.query<{ quote_number: string }>(
    // From the whole table, not from the pages that were written last.
    `select quote_number from quote tablesample bernoulli (least(100, 100.0 * $1 / (select reltuples from pg_class
       where oid = 'quote'::regclass))) where quote_number is not null and anonymised_at is null`,
    [count * 3],
  )
  const numbers = rows.map(row => row.quote_number)
  return Array.from({ length: count }, () => numbers.splice(randomInt(numbers.length), 1)[0] ?? '')
}

/**
 * The statements of a whole purchase and of the purge that would read all of a large table. A purchase's statements are
 * explained for any values, as they are prepared; the purge's with its own values, because the age decides the plan.
 */
async function wholeReads(environment: BenchEnvironment): Promise<{ explained: number; wrong: string[] }> {
  const calls = await statementsOfCalls(environment)
  const prepared = new Set([...calls.values()].flat().map(sent => sent.text))
  const purging = await withApplication(environment, ({ services }, statementsOf) =>
    statementsOf(() => runRetention(services)),
  )
  const explained = [
    ...[...prepared].map(text => ({
      text,
      values: [],
      how: 'format json, generic_plan',
      by: 'call' as const,
    })),
    ...purging.map(sent => ({ ...sent, how: 'format json', by: 'purge' as const })),
  ].filter(({ text }) => isPlanned(text))
  const { rows } = await environment.pool.query<{ relname: string; reltuples: number }>(
    'select relname, reltuples from pg_class',
  )
  const wrong: string[] = []
  for (const { text, how, values, by } of explained) {
    const isLarge = (table = '') =>
      rows.some(({ relname, reltuples }) => relname === table && reltuples > smallRows[by])
    const { rows: plans } = await environment.pool.query<PlanRow>(`explain (${how}) ${text}`, [...values])
    const scanned = nodesOf(plans).find(
      one => one['Node Type'] === 'Seq Scan' && isLarge(one['Relation Name']),
    )
    if (scanned) wrong.push(`${scanned['Relation Name']}: ${text}`)
  }
  return { explained: explained.length, wrong }
}

const isPlanned = (text: string): boolean => /^\s*(select|insert|update|delete|with)\b/i.test(text)

export async function growth(
  environment: BenchEnvironment,
  sizes: readonly number[] = usualSizes,
): Promise<Figure[]> {
  const node = await environment.node({ DATA_DIR: `${environment.folder}/var` })
  for (let policy = 0; policy < 20; policy += 1) await buy(node.origin)
  await prepareSeeding(environment)
  const figures: Figure[] = []
  let first: Measured | null = null
  let filled = 0
  for (const size of sizes) {
    const from = performance.now()
    await seedQuotes(environment, filled, size)
    filled = size
    const seconds = (performance.now() - from) / 1_000
    const { quotes, bytes } = await bytesPerQuote(environment)
    const measured = await measureAt(node, environment)
    first ??= measured
    const plans = await wholeReads(environment)
    for (const wrong of plans.wrong) console.error(`reads all of ${wrong}`)
    figures.push(
      statedFigure(
        `${size} quotes`,
        `${(bytes / quotes / 1_024).toFixed(1)} KiB a quote, ${(bytes / 2 ** 30).toFixed(2)} GiB`,
        `filled in ${seconds.toFixed(0)} s`,
      ),
    )
    figures.push(
      figureWithoutBaseline(
        `${size}: plans that read a whole table`,
        `${plans.wrong.length} of ${plans.explained}`,
        '0',
        plans.wrong.length === 0,
      ),
    )
    for (const [name, { medianMs, p99Ms }] of Object.entries(measured)) {
      if (name === 'health') continue
      // Relative to an empty answer, to exclude the speed of the machine at this moment.
      const now = medianMs / (measured.health?.medianMs ?? 1)
      const then = (first[name]?.medianMs ?? 1) / (first.health?.medianMs ?? 1)
      figures.push({
        name: `${size}: ${name}`,
        measured: `${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
        floor: `${(measured.health?.medianMs ?? 0).toFixed(2)} ms an empty answer`,
        ratio: now / then,
        reach: `≤ ${mostSlower} x that at ${sizes[0]}`,
        holds: now / then <= mostSlower,
      })
    }
  }
  return figures
}
