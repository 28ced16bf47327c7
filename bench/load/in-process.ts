/** A node inside the benchmark's process, so that the SQL statements of a single call can be recorded. */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Application, createApplication } from '#server/container.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { type Client, createClient } from '#test/client.ts'
import { bindBody, createRatedQuote, savePolicyholders } from '#test/purchase.ts'
import type { BenchEnvironment } from './environment.ts'
import { type SentStatement, statementsOf } from './pgbench.ts'

const noPage = {
  policy: "default-src 'none'",
  plain: Buffer.from('<!doctype html>'),
  br: Buffer.alloc(0),
  gzip: Buffer.alloc(0),
}

export interface CallCost {
  readonly statements: readonly SentStatement[]
  readonly sentBytes: number
  readonly answeredBytes: number
}

/** Everything a node has but its server, in this process, for as long as the work takes. */
export async function withApplication<T>(
  stand: BenchEnvironment,
  work: (house: Application) => Promise<T>,
): Promise<T> {
  const config = readConfig({
    CAPTCHA: 'off',
    LIMIT_FACTOR: '100000',
    PORT: '0',
    DATABASE_URL: stand.databaseUrl,
    DATA_DIR: join(stand.folder, 'var'),
    SANDBOX_URL: stand.sandboxUrl,
  })
  const house = await createApplication(
    config,
    createJsonLog(
      () => {},
      () => new Date(),
    ),
  )
  try {
    return await work(house)
  } finally {
    await house.close()
  }
}

/** What each call of one purchase sends to the database, by the call's name; the dearest of several counts. */
export const costOfCalls = (stand: BenchEnvironment): Promise<Map<string, CallCost>> =>
  withApplication(stand, house => costIn(house, stand))

async function costIn(house: Application, stand: BenchEnvironment): Promise<Map<string, CallCost>> {
  const app = await buildApp(house, { pages: () => noPage, dist: join(stand.folder, 'dist') })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = createClient(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  const costs = new Map<string, CallCost>()
  const counting: Client = {
    ...client,
    async call(name, options) {
      let answer: Awaited<ReturnType<typeof client.call<typeof name>>> | undefined
      client.token = counting.token
      const statements = await statementsOf(async () => {
        answer = await client.call(name, options)
      })
      if (!answer) throw new Error(`${name} was not answered`)
      const before = costs.get(name)
      if (!before || before.statements.length < statements.length)
        costs.set(name, {
          statements,
          sentBytes: Buffer.byteLength(JSON.stringify(options?.body ?? '')),
          answeredBytes: answer.bytes.length,
        })
      return answer
    },
  }
  try {
    await client.request('/vehicle')
    const quote = await createRatedQuote(counting)
    ;(await counting.call('prospectCar', { query: { id: quote.id } })).ok()
    const amended = (await counting.call('quoteAmend', { body: quote.body })).ok()
    if (!('data' in amended)) throw new Error('an amend without a price')
    await savePolicyholders(counting, quote)
    const body = bindBody({ ...quote, attributes: amended.data.attributes })
    ;(await counting.call('quoteBind', { body })).ok()
    await counting.call('policyRetrieve', { query: { uuid: quote.id } })
    return costs
  } finally {
    await app.close()
  }
}
