/** A node inside the benchmark's process, so that the SQL statements of a single call can be recorded. */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { type Application, createApplication } from '#server/container.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { type Client, createClient } from '#test/client.ts'
import { bindBody, createRatedQuote, savePolicyholders } from '#test/purchase.ts'
import type { BenchEnvironment } from './environment.ts'
import type { SentStatement } from './pgbench.ts'

const noPage = {
  csp: "default-src 'none'",
  productionCsp: "default-src 'none'",
  plain: Buffer.from('<!doctype html>'),
  br: Buffer.alloc(0),
  gzip: Buffer.alloc(0),
}

/** The statements of some work, in the order of their replies; the start and the end of a transaction are among them. */
type StatementsOf = (work: () => Promise<unknown>) => Promise<readonly SentStatement[]>

/** Runs the work with an application in this process, without an HTTP server. */
export async function withApplication<T>(
  environment: BenchEnvironment,
  work: (application: Application, statementsOf: StatementsOf) => Promise<T>,
): Promise<T> {
  const sent: SentStatement[] = []
  const config = parseConfig({
    CAPTCHA: 'off',
    LIMIT_FACTOR: '100000',
    PORT: '0',
    DATABASE_URL: environment.databaseUrl,
    DATA_DIR: join(environment.folder, 'var'),
    SANDBOX_URL: environment.sandboxUrl,
  })
  const application = await createApplication(
    config,
    createJsonLog(() => {}),
    { onStatement: ({ query }) => void sent.push({ text: query.sql, values: query.parameters }) },
  )
  const statementsOf: StatementsOf = async recorded => {
    const before = sent.length
    await recorded()
    // The statements that put a job belong to pg-boss.
    return sent.slice(before).filter(({ text }) => !/\bjobs\./.test(text))
  }
  try {
    return await work(application, statementsOf)
  } finally {
    await application.close()
  }
}

/** The statements of each call of one purchase, by the call's name; of several calls, the one with the most statements. */
export const statementsOfCalls = (
  environment: BenchEnvironment,
): Promise<Map<string, readonly SentStatement[]>> =>
  withApplication(environment, (application, statementsOf) =>
    recordPurchase(application, statementsOf, environment),
  )

async function recordPurchase(
  application: Application,
  statementsOf: StatementsOf,
  environment: BenchEnvironment,
) {
  const app = await buildApp(application, { pages: () => noPage, dist: join(environment.folder, 'dist') })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = createClient(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  const sent = new Map<string, readonly SentStatement[]>()
  const recording: Client = {
    ...client,
    async call(name, options) {
      let answer: Awaited<ReturnType<typeof client.call<typeof name>>> | undefined
      client.token = recording.token
      const statements = await statementsOf(async () => {
        answer = await client.call(name, options)
      })
      if (!answer) throw new Error(`${name} was not answered`)
      if ((sent.get(name)?.length ?? 0) < statements.length) sent.set(name, statements)
      return answer
    },
  }
  try {
    await client.request('/vehicle')
    const quote = await createRatedQuote(recording)
    ;(await recording.call('prospectCar', { query: { id: quote.id } })).ok()
    const amended = (await recording.call('quoteAmend', { body: quote.body })).ok()
    if (!('data' in amended)) throw new Error('an amend without a price')
    await savePolicyholders(recording, quote)
    const body = bindBody({ ...quote, attributes: amended.data.attributes })
    ;(await recording.call('quoteBind', { body })).ok()
    await recording.call('policyRetrieve', { query: { uuid: quote.id } })
    return sent
  } finally {
    await app.close()
  }
}
