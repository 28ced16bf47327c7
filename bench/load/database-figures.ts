/** Amend and retrieval, relative to pgbench running their own statements. */
import type { Node } from '#test/node-process.ts'
import type { Figure } from '../figures/figure-store.ts'
import { closedLoop, type LoadRequest } from './closed-loop.ts'
import { amendOf, type Customer, customers, retrievalOf } from './customers.ts'
import type { BenchEnvironment } from './environment.ts'
import { statementsOfCalls } from './in-process.ts'
import { pgbench, type Script, type SentStatement, scriptOf } from './pgbench.ts'
import { interleaved } from './statistics.ts'

const clients = 8
const rounds = 5
const seconds = 4
/** A node runs for days, so it is measured after V8 has compiled what is called often. */
const secondsToWarm = 15

/** The statement that reads the session and its quote. */
const readsQuote = /left join "public"."quote"/

/** The amend's statements for another customer: with its ids, and with values that change from run to run. */
function amendScript(recorded: readonly SentStatement[], ids: ReadonlyMap<string, string>): Script {
  return scriptOf(
    recorded,
    (value, { text }, position) => changingValueOf(text, position) ?? idOfCustomer(value, ids),
    ({ text }) => {
      if (readsQuote.test(text)) return '\\gset q_'
      if (/^select [\s\S]*? from "insurer"\."quote"/.test(text)) return '\\gset i_'
      return ';'
    },
  )
}

/** The SQL for a value of an amend that changes from run to run; null for a constant value. */
function changingValueOf(text: string, position: number): string | null {
  const sets = (column: string) => new RegExp(`"${column}" = \\$${position}\\b`).test(text)
  // The insurer's compare-and-set.
  if (text.includes('update "insurer"."quote"')) return sets('modified_at') ? ':i_modified_at' : null
  if (text.startsWith('insert into "public"."audit"')) return position === 1 ? 'gen_random_uuid()' : null
  if (!text.includes('update "public"."quote"')) return null
  if (sets('changed_at')) return 'now()'
  if (new RegExp(`"ownership_changed_at" is not distinct from \\$${position}\\b`).test(text))
    return ':q_ownership_changed_at'
  // The compare-and-set of a quote: the version it must still have, and the one it gets.
  if (text.includes(`"version" = $${position} and`)) return ':q_version'
  return sets('version') ? ':q_version + 1' : null
}

/** The id of this customer in place of the recorded one; null for any other value. */
const idOfCustomer = (value: string, ids: ReadonlyMap<string, string>): string | null => {
  const replaced = ids.get(value)
  return replaced === undefined ? null : `'${replaced}'`
}

async function idsOf(environment: BenchEnvironment, from: string, to: string): Promise<Map<string, string>> {
  const { rows } = await environment.pool.query<{
    id: string
    quote_number: string
    session_id: string
    modified_at: string
  }>(
    `select q.id, q.quote_number, s.session_id::text as session_id, i.modified_at
     from public.quote q join public.session_quote s on s.quote_id = q.id join insurer.quote i on i.quote_number = q.quote_number
     where q.id in ($1, $2)`,
    [from, to],
  )
  const source = rows.find(row => row.id === from)
  const target = rows.find(row => row.id === to)
  if (!source || !target) throw new Error('a quote is missing')
  return new Map([
    [source.id, target.id],
    [source.quote_number, target.quote_number],
    [source.session_id, target.session_id],
  ])
}

interface Comparison {
  readonly name: string
  readonly calls: readonly LoadRequest[]
  readonly scripts: readonly Script[]
  readonly reach: number
  /** The number of writes so far, for a floor that writes. */
  readonly written?: () => Promise<number>
}

async function againstPgbench(
  node: Node,
  environment: BenchEnvironment,
  { name, calls, scripts, reach, written }: Comparison,
): Promise<Figure> {
  const p99s: number[] = []
  const clientsCalls = calls.map(call => [call])
  await closedLoop(node.origin, clientsCalls, { seconds: secondsToWarm })
  const found = await interleaved(
    rounds,
    async () => {
      const load = await closedLoop(node.origin, clientsCalls, { seconds })
      p99s.push(load.p99Ms)
      return load.perSecond
    },
    async () => {
      const before = await written?.()
      const rate = await pgbench(environment, scripts, seconds)
      const after = await written?.()
      // A script whose updates find no row would be a floor that nothing can reach.
      if (before !== undefined && after !== undefined && after - before < 0.9 * rate * seconds)
        throw new Error(`${name}: pgbench wrote ${after - before} times in ${rate * seconds} runs`)
      return rate
    },
  )
  return {
    name: `${name}, ${clients} clients`,
    measured: `${found.measured.toFixed(0)}/s, p99 ${Math.max(...p99s).toFixed(0)} ms`,
    floor: `${found.floor.toFixed(0)}/s pgbench, same statements`,
    ratio: found.ratio,
    reach: `≥ ${reach} (rounds ${found.spread})`,
    holds: found.ratio >= reach,
  }
}

export async function databaseFigures(node: Node, environment: BenchEnvironment): Promise<Figure[]> {
  const made = await customers(node.origin, clients)
  const sent = await statementsOfCalls(environment)
  const amend = sent.get('quoteAmend') ?? []
  const retrieval = sent.get('prospectCar') ?? []
  const recordedId = (sent: readonly SentStatement[]) =>
    String(
      sent.find(({ text }) => readsQuote.test(text))?.values.find(value => /-4\w{3}-/.test(String(value))),
    )
  const perCustomer = (make: (customer: Customer) => Promise<Script>) => Promise.all(made.map(make))

  const amendScripts = await perCustomer(async ({ quote }) => {
    const ids = await idsOf(environment, recordedId(amend), quote.id)
    return amendScript(amend, ids)
  })
  const readScripts = await perCustomer(async ({ quote }) => {
    const ids = await idsOf(environment, recordedId(retrieval), quote.id)
    return scriptOf(retrieval, value => idOfCustomer(value, ids))
  })
  return [
    await againstPgbench(node, environment, {
      name: 'amend',
      calls: made.map(amendOf),
      scripts: amendScripts,
      reach: 0.25,
      written: async () => {
        const { rows } = await environment.pool.query<{ versions: number }>(
          'select sum(version)::int as versions from quote where id = any($1)',
          [made.map(({ quote }) => quote.id)],
        )
        return rows[0]?.versions ?? 0
      },
    }),
    await againstPgbench(node, environment, {
      name: 'retrieval by id',
      calls: made.map(retrievalOf),
      scripts: readScripts,
      reach: 0.18,
    }),
  ]
}
