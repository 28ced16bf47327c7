/** The shared set-up of the tests of the operators' commands: an application, a command's context, and rows in any state. */
import { randomUUID } from 'node:crypto'
import { type Database, openDatabase } from '#db/client.ts'
import type { Policyholder } from '#journey/people.ts'
import { openQueueCommands } from '#server/jobs/manage-jobs.ts'
import { encrypt, type Keys } from '#server/lib/crypto.ts'
import type { BindRequest } from '#server/purchase/bind-request.ts'
import type { CommandOptions, OpsCommand, OpsContext } from '../scripts/ops/command-types.ts'
import { bindBody, createRatedQuote, type RatedCustomer, savePolicyholders } from './purchase.ts'
import { policyRecord } from './sample-records.ts'
import { addBindAttemptTo, addPaymentTo } from './stored-rows.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** A clock that never returns the same time twice, so that events have an order. */
let lastMs = 0
const now = () => {
  lastMs = Math.max(Date.now(), lastMs + 1)
  return new Date(lastMs)
}

export const quoteNumberOf = (quote: RatedCustomer) => quote.attributes.policyDetails.quoteNum

/** The context of an operator's command beside a running application. */
export async function openOpsContext(
  { services }: Pick<TestApp, 'services'>,
  database: Database,
  changes: Partial<OpsContext> = {},
) {
  const { keys, config } = services
  const jobs = await openQueueCommands(database)
  const context: OpsContext = {
    database,
    keys: () => keys,
    jobs: async () => jobs,
    now: () => new Date(),
    retention: config.retention,
    attributionLabels: { partners: [], sources: [] },
    insurer: config.insurer.kind,
    ...changes,
  }
  return { context, close: () => jobs.close() }
}

export type Operations = Awaited<ReturnType<typeof openOperations>>

/** Opens an application with a customer who bought, whose policy mail was sent. */
export async function openOperations() {
  const app = await openTestApp({ replace: { now } })
  const { services } = app
  const onError = (error: unknown) => {
    throw error
  }
  const database = await openDatabase({ url: app.database.url }, { onError })
  const { context, close: closeContext } = await openOpsContext(app, database, { now })
  const { query } = app

  async function customer(isBuyer = false): Promise<RatedCustomer> {
    const client = await app.browser()
    const quote = await createRatedQuote(client)
    await savePolicyholders(client, quote)
    if (isBuyer) (await client.call('quoteBind', { body: bindBody(quote) })).ok()
    return quote
  }
  const sold = await customer(true)
  await app.mails(1)

  return {
    app,
    services,
    context,
    query,
    sold,
    /** A customer with a price and policyholders. */
    customer,
    policyNumberOf: async (quoteId: string) =>
      (await services.repositories.findPolicy(quoteId))?.policy_number ?? '',
    async run(command: OpsCommand, options: CommandOptions = {}, changes: Partial<OpsContext> = {}) {
      const { lines, isWell } = await command.run({ ...context, ...changes }, options)
      return { lines, isWell, text: lines.join('\n') }
    },

    addPayment: addPaymentTo(database),
    addBindAttempt: addBindAttemptTo(database),

    async addAudit(quoteId: string, what: string, details: object): Promise<void> {
      await query(
        'insert into audit (id, at, quote_id, what, details) values (gen_random_uuid(), now(), $1, $2, $3)',
        [quoteId, what, details],
      )
    },

    /** A job after its last retry. Returns its id in the dead letter queue. */
    async addFailedJob(kind: string, payload: object, retries = 80, code = 'SMTP 450'): Promise<string> {
      const rows = await query(
        `insert into jobs.job (name, data, source_name, source_retry_count, source_output)
         values ('given-up', $1, $2, $3, $4) returning id`,
        [JSON.stringify(payload), kind, retries, JSON.stringify({ code })],
      )
      return rows[0]?.id
    },

    /** The audit's details of an event, oldest first. */
    async auditOf(what: string, quoteId: string): Promise<unknown[]> {
      const rows = await query('select details from audit where what = $1 and quote_id = $2 order by at', [
        what,
        quoteId,
      ])
      return rows.map(({ details }) => details)
    },

    /** Deletes all purchases except the buyer's, and the failed jobs. */
    async reset(): Promise<void> {
      for (const table of ['policy', 'bind_attempt', 'payment'])
        await query(`delete from ${table} where quote_id <> $1`, [sold.id])
      await query('delete from payment')
      await query(`delete from jobs.job where name = 'given-up'`)
    },

    async close(): Promise<void> {
      await closeContext()
      await database.close()
      await app.close()
    },
  }
}

/** An encrypted bind request of a quote, for these policyholders or with this text. */
export function encryptedBindRequest(
  keys: Keys,
  quoteId: string,
  content: readonly Policyholder[] | string,
): string {
  const request = (policyholders: readonly Policyholder[]): BindRequest => ({
    policy: {
      idempotencyKey: randomUUID(),
      quoteNumber: 'Q-1',
      history: { lastModifiedDatetime: '', lastModifiedUserId: '' },
      plate: 'JHU968',
      policyholders,
      businessName: '',
      postalAddress: policyRecord.postalAddress,
      payment: { method: 'card', transactionId: 'T-9', debitDay: 1 },
    },
    firstDebit: '2026-12-01',
    card: null,
    terms: null,
  })
  const text = typeof content === 'string' ? content : JSON.stringify(request(content))
  return encrypt(keys, `bind_attempt|encrypted_request|${quoteId}`, text)
}
