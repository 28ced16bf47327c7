/** Query plans of the address search, read from PostgreSQL; a scan of a whole table is reported. */
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Database } from '#db/client.ts'
import {
  correctionStatement,
  forceIndexPlans,
  searchStatement,
  unknownWordsStatement,
} from '#db/repositories/address-book.ts'
import { typoLookupKeys } from '#journey/address-words.ts'
import { parseAddressQueries } from '#journey/parse-address-query.ts'
import { nodesOf, type PlanRow } from '#test/query-plans.ts'

const lines = [
  '12 queen',
  '12 queen street',
  '210 dominion road mount eden',
  '3/210 dominion',
  'dominion road mt eden',
  'auc',
  'road auckland',
  '12 r',
  '12 street auckland',
  'level 5, 120 albert street',
  'queen street 21',
  'otara',
  '1 1024',
  'nothing of the kind',
  '21a great north road',
  '88-92 albert road',
  'unit 3, 210 te atatu road, rd 3, new zealand',
]

export async function explainAll(database: Database): Promise<{ explained: number; wrong: string[] }> {
  const wrong: string[] = []
  let explained = 0

  const explain = async (what: string, statement: RawBuilder<unknown>) => {
    const compiled: CompiledQuery = statement.compile(database.kysely)
    const nodes = await database.kysely.transaction().execute(async tx => {
      await forceIndexPlans.execute(tx)
      const { rows } = await tx.executeQuery<PlanRow>({
        ...compiled,
        sql: `explain (format json) ${compiled.sql}`,
      })
      return nodesOf(rows)
    })
    explained += 1
    const scanned = nodes.find(node => node['Node Type'] === 'Seq Scan')
    if (scanned) wrong.push(`'${what}' reads all of ${scanned['Relation Name']}`)
    if (!nodes.some(node => node['Node Type'].includes('Index'))) wrong.push(`'${what}' uses no index`)
  }

  for (const line of lines)
    for (const query of parseAddressQueries(line))
      for (const byName of [true, false])
        for (const isInRange of query.house === null ? [false] : [false, true])
          await explain(line, searchStatement(query, { byName, limit: 8, isInRange }))
  await explain('unknown words', unknownWordsStatement(['domnion', 'road']))
  await explain(
    'corrections',
    correctionStatement(['harlingbourne', 'lane', 'north', 'domnion'].flatMap(typoLookupKeys)),
  )
  return { explained, wrong }
}
