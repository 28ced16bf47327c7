/** Amend and retrieval against pgbench doing the same statements, and what each call of a purchase sends. */
import { childrenCpuMsOf } from '#test/node-process.ts'
import { amendOf, type Customer, customers, retrievalOf } from './customers.ts'
import { type Figure, interleaved, median } from './figures.ts'
import type { CallCost } from './in-process.ts'
import { pgbench, type Script, type Sent, scriptOf } from './pgbench.ts'
import type { Node, Stand } from './stand.ts'
import { type Asked, closedLoop } from './traffic.ts'

const clients = 8
const rounds = 5
const seconds = 4

/** The statement that reads the quote, and the session with it. */
const readsQuote = /left join "quote"/

/** The amend's statements for another customer: its quote's ids in place of the recorded ones, and what moves, live. */
function amendScript(recorded: readonly Sent[], ids: ReadonlyMap<string, string>): Script {
  return scriptOf(
    recorded,
    (value, { text }, position) => {
      if (/^insert into "audit"/.test(text) && position === 1) return 'gen_random_uuid()'
      // The insurer's mark: what the row carries is what it is changed from, and to.
      if (/^update "insurer"/.test(text) && new RegExp(`"modified_at" = \\$${position}\\b`).test(text))
        return ':i_modified_at'
      const moved = /^update "quote"/.test(text) ? versionOf(text, position) : null
      return moved ?? own(value, ids)
    },
    ({ text }) => {
      if (readsQuote.test(text)) return '\\gset q_'
      if (/^select .* from "insurer"\."quote"/.test(text)) return '\\gset i_'
      return ';'
    },
  )
}

/** In the compare-and-set of a quote: the version it sets, and the one it must still have. */
function versionOf(text: string, position: number): string | null {
  if (text.includes(`"version" = $${position} and`)) return ':q_version'
  return new RegExp(`"version" = \\$${position}\\b`).test(text) ? ':q_version + 1' : null
}

const own = (value: string, ids: ReadonlyMap<string, string>): string | null => {
  const replaced = ids.get(value)
  return replaced === undefined ? null : `'${replaced}'`
}

async function idsOf(stand: Stand, from: string, to: string): Promise<Map<string, string>> {
  const { rows } = await stand.pool.query<{
    id: string
    quote_number: string
    sid: string
    modified_at: string
  }>(
    `select q.id, q.quote_number, '\\x' || encode(s.sid_hash, 'hex') as sid, i.modified_at
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
    [source.sid, target.sid],
  ])
}

async function againstPgbench(
  node: Node,
  stand: Stand,
  {
    name,
    calls,
    scripts,
    reach,
  }: { name: string; calls: readonly Asked[]; scripts: readonly Script[]; reach: number },
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
  const found = await interleaved(
    rounds,
    () =>
      cpuACallMs(
        async () => (await node.cpuMs()) + (await stand.databaseCpuMs()),
        async () => {
          const load = await closedLoop(
            node.origin,
            calls.map(call => [call]),
            { seconds },
          )
          p99Ms = Math.max(p99Ms, load.p99Ms)
          rates.push(load.perSecond)
          return load.answered
        },
      ),
    () =>
      cpuACallMs(
        async () => (await childrenCpuMsOf('self')) + (await stand.databaseCpuMs()),
        async () => {
          const rate = await pgbench(stand, scripts, seconds)
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
  stand: Stand,
  costs: ReadonlyMap<string, CallCost>,
): Promise<Figure[]> {
  const made = await customers(node.origin, clients)
  const amend = costs.get('quoteAmend')?.statements ?? []
  const retrieval = costs.get('prospectCar')?.statements ?? []
  const recordedId = (sent: readonly Sent[]) =>
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
