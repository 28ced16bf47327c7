/**
 * Database figures: amend and retrieval relative to pgbench with the same statements, and the statements each
 * call of a purchase sends.
 */
import { childrenCpuMsOf } from '#test/node-process.ts'
import { closedLoop, type LoadRequest } from './closed-loop.ts'
import { amendOf, type Customer, customers, retrievalOf } from './customers.ts'
import type { BenchEnvironment, Node } from './environment.ts'
import type { CallCost } from './in-process.ts'
import { pgbench, type Script, type SentStatement, scriptOf } from './pgbench.ts'
import { type Figure, interleaved, median } from './statistics.ts'

const clients = 8
const rounds = 5
const seconds = 4
/** A node answers for days: what it is measured by comes after V8 has compiled all that comes often. */
const secondsToWarm = 15

/** The statement that reads the quote, and the session with it. */
const readsQuote = /left join "quote"/

/** The amend's statements for another customer: its quote's ids in place of the recorded ones, and what moves, live. */
function amendScript(recorded: readonly SentStatement[], ids: ReadonlyMap<string, string>): Script {
  return scriptOf(
    recorded,
    (value, { text }, position) => movingOf(text, position) ?? own(value, ids),
    ({ text }) => {
      if (readsQuote.test(text)) return '\\gset q_'
      if (/^select [\s\S]*? from "insurer"\."quote"/.test(text)) return '\\gset i_'
      return ';'
    },
  )
}

/** What stands in an amend's writes for a value that differs each time; null where it is always the same. */
function movingOf(text: string, position: number): string | null {
  const sets = (column: string) => new RegExp(`"${column}" = \\$${position}\\b`).test(text)
  // The insurer's mark: what the row carries is what it is changed from, and to.
  if (text.includes('update "insurer"."quote"')) return sets('modified_at') ? ':i_modified_at' : null
  if (text.startsWith('insert into "audit"')) return position === 1 ? 'gen_random_uuid()' : null
  if (!text.includes('update "quote"')) return null
  if (sets('changed_at')) return 'now()'
  if (text.includes(`"ownership_changed_at" is not distinct from $${position} `))
    return ':q_ownership_changed_at'
  // The compare-and-set of a quote: the version it must still have, and the one it gets.
  if (text.includes(`"version" = $${position} and`)) return ':q_version'
  return sets('version') ? ':q_version + 1' : null
}

const own = (value: string, ids: ReadonlyMap<string, string>): string | null => {
  const replaced = ids.get(value)
  return replaced === undefined ? null : `'${replaced}'`
}

async function idsOf(stand: BenchEnvironment, from: string, to: string): Promise<Map<string, string>> {
  const { rows } = await stand.pool.query<{
    id: string
    quote_number: string
    session_id: string
    modified_at: string
  }>(
    `select q.id, q.quote_number, s.session_id::text as session_id, i.modified_at
     from quote q join session_quote s on s.quote_id = q.id join insurer.quote i on i.quote_number = q.quote_number
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

async function againstPgbench(
  node: Node,
  stand: BenchEnvironment,
  {
    name,
    calls,
    scripts,
    reach,
    written,
  }: {
    name: string
    calls: readonly LoadRequest[]
    scripts: readonly Script[]
    reach: number
    /** How often the rows were written so far, for a floor that writes. */
    written?: () => Promise<number>
  },
): Promise<Figure[]> {
  let p99Ms = 0
  const rates: number[] = []
  const floors: number[] = []
  // CPU and not time: on a machine that others use as well, many processes of pgbench get more turns than one node.
  const cpuACallMs = async (cpu: () => Promise<number>, work: () => Promise<number>) => {
    const before = await cpu()
    const calls = await work()
    return ((await cpu()) - before) / calls
  }
  const clientsCalls = calls.map(call => [call])
  await closedLoop(node.origin, clientsCalls, { seconds: secondsToWarm })
  const found = await interleaved(
    rounds,
    () =>
      cpuACallMs(
        async () => (await node.cpuMs()) + (await stand.databaseCpuMs()),
        async () => {
          const load = await closedLoop(node.origin, clientsCalls, { seconds })
          p99Ms = Math.max(p99Ms, load.p99Ms)
          rates.push(load.perSecond)
          return load.answered
        },
      ),
    () =>
      cpuACallMs(
        async () => (await childrenCpuMsOf('self')) + (await stand.databaseCpuMs()),
        async () => {
          const before = await written?.()
          const rate = await pgbench(stand, scripts, seconds)
          const after = await written?.()
          // A script whose updates find no row would be a floor that nothing can reach.
          if (before !== undefined && after !== undefined && after - before < 0.9 * rate * seconds)
            throw new Error(`${name}: pgbench wrote ${after - before} times in ${rate * seconds} runs`)
          floors.push(rate)
          return rate * seconds
        },
      ),
  )
  const byTime = median(rates) / median(floors)
  return [
    {
      name: `${name}, ${clients} clients`,
      measured: `${median(rates).toFixed(0)}/s, p99 ${p99Ms.toFixed(0)} ms`,
      floor: `${median(floors).toFixed(0)}/s pgbench, same statements`,
      ratio: byTime,
      reach: `≥ ${reach}`,
      holds: byTime >= reach,
    },
    {
      name: `${name}: CPU of node and database`,
      measured: `${found.measured.toFixed(2)} ms`,
      floor: `${found.floor.toFixed(2)} ms pgbench and database`,
      ratio: 1 / found.ratio,
      reach: `≥ ${reach}, turned round (1 ÷ ${found.spread})`,
      holds: 1 / found.ratio >= reach,
    },
  ]
}

export async function databaseFigures(
  node: Node,
  stand: BenchEnvironment,
  costs: ReadonlyMap<string, CallCost>,
): Promise<Figure[]> {
  const made = await customers(node.origin, clients)
  const amend = costs.get('quoteAmend')?.statements ?? []
  const retrieval = costs.get('prospectCar')?.statements ?? []
  const recordedId = (sent: readonly SentStatement[]) =>
    String(
      sent.find(({ text }) => readsQuote.test(text))?.values.find(value => /-4\w{3}-/.test(String(value))),
    )
  const perCustomer = (make: (customer: Customer) => Promise<Script>) => Promise.all(made.map(make))

  const amendScripts = await perCustomer(async ({ quote }) => {
    const ids = await idsOf(stand, recordedId(amend), quote.id)
    return amendScript(amend, ids)
  })
  const readScripts = await perCustomer(async ({ quote }) => {
    const ids = await idsOf(stand, recordedId(retrieval), quote.id)
    return scriptOf(retrieval, value => own(value, ids))
  })
  return [
    ...(await againstPgbench(node, stand, {
      name: 'amend',
      calls: made.map(amendOf),
      scripts: amendScripts,
      reach: 0.35,
      written: async () => {
        const { rows } = await stand.pool.query<{ versions: number }>(
          'select sum(version)::int as versions from quote where id = any($1)',
          [made.map(({ quote }) => quote.id)],
        )
        return rows[0]?.versions ?? 0
      },
    })),
    ...(await againstPgbench(node, stand, {
      name: 'retrieval by id',
      calls: made.map(retrievalOf),
      scripts: readScripts,
      reach: 0.25,
    })),
  ]
}

/** What a call sends: `begin` and `commit` are round trips too. */
export function statementFigures(costs: ReadonlyMap<string, CallCost>): Figure[] {
  return [...costs].map(([name, { statements, sentBytes, answeredBytes }]) => {
    const insurer = statements.filter(({ text }) => text.includes('"insurer"')).length
    const trips = statements.length - insurer
    const isAmend = name === 'quoteAmend'
    return {
      name: `${name}: round trips to the database`,
      measured: `${trips}${insurer > 0 ? ` and ${insurer} of the built-in insurer` : ''}`,
      floor: `${sentBytes} bytes in, ${answeredBytes} out`,
      ratio: null,
      reach: isAmend ? '≤ 2' : '',
      holds: isAmend ? trips <= 2 : null,
    }
  })
}
