/** Leak tests: purchases with a unique marker in every answer, then a search in logs, traces, refusals and files. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { errorCode } from '#db/postgres-errors.ts'
import { goodCard, payByCard } from '#test/cards.ts'
import { withCall } from '#test/client.ts'
import {
  bindBody,
  createRatedQuote,
  openCardPage,
  policyholdersBody,
  savePolicyholders,
  withDriver,
} from '#test/purchase.ts'
import { appForFile, type Client, eventually } from '#test/test-app.ts'
import { openTraceCollector } from '#test/trace-collector.ts'

/** Bank details, which are always stored encrypted. */
const bank = {
  bankAccountName: 'Kererū Tohorā',
  bankAccountNumber: '38-9021-0876543-17',
  authorizerName: 'Pūkeko Whēkau',
}
/** Personal data that only the database contains in clear text. */
const person = {
  firstName: 'Weka',
  lastName: 'Takahē-Hoiho',
  email: 'tieke@example.nz',
  mobile: '0279182736',
  dateOfBirth: '1971-03-19',
}
const policyholder = { title: 'Ms' as const, ...person }

const refusals: string[] = []
const secrets: string[] = []
let failedJobs: string[] = []
const collector = await openTraceCollector()
afterAll(() => collector.close())
const world = await appForFile({
  environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, LIMIT_FACTOR: '100' },
})

/** Stores the text of every refusal. */
const recordingRefusals = (client: Client): Client =>
  withCall(client, async (name, options) => {
    const answer = await client.call(name, options)
    if (answer.status >= 400) refusals.push(answer.bytes.toString())
    return answer
  })

async function buy(how: 'bank' | 'card'): Promise<void> {
  const client = recordingRefusals(await world.browser())
  const quote = await createRatedQuote(client, how === 'card' ? { frequency: 'ANNUAL' } : {})
  secrets.push(quote.token, client.token ?? '', ...client.cookies.values())
  const { firstName: givenName, lastName: surname, dateOfBirth, email } = person
  const body = withDriver(quote.body, { givenName, surname, dateOfBirth })
  const amended = (await client.call('quoteAmend', { body })).ok()
  // Each kind of invalid request, with personal data in it.
  await client.call('quoteAmend', { body: withDriver(body, { surname: `${surname}<` }) })
  await client.call('emailQuote', { body: { id: quote.id, email: `${email}, x` } })
  await client.call('login', { body: { user_id: email, password: surname } })
  await client.call('prospectCar', { query: { quoteNum: email } })
  const broken = await client.request('/edge/vero/quote/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
    body: `{"drivers":"${surname} ${dateOfBirth}`,
  })
  refusals.push(await broken.text())
  await savePolicyholders(client, quote)
  ;(await client.call('emailQuote', { body: { id: quote.id, email } })).ok()
  // With an impossible constraint the statement fails, and its error contains the row.
  await world.query('alter table quote add constraint broken check (plate = $$none$$) not valid')
  const policyholderBody = policyholdersBody(quote, { policyHolderDetails: [policyholder] })
  expect((await client.call('quoteCreate', { body: policyholderBody })).status).toBe(500)
  await world.query('alter table quote drop constraint broken')
  ;(await client.call('quoteCreate', { body: policyholderBody })).ok()
  if (how === 'bank') {
    const bind = bindBody({ ...quote, attributes: amended.data.attributes }, policyholder, bank)
    const wrong = { ...bind, attributes: { ...bind.attributes, questions: [] } }
    expect((await client.call('quoteBind', { body: wrong })).status).toBe(400)
    ;(await client.call('quoteBind', { body: bind })).ok()
  } else {
    const page = await openCardPage(world, client, quote.id)
    // The job that settles the payment fails as well, and is retried.
    await world.query(`alter table quote add constraint broken check (status <> 'BINDING') not valid`)
    await payByCard(page)
    failedJobs = await eventually(async () => {
      const rows = await world.query(
        `select output::text from jobs.job where name = 'settle-payment' and state in ('retry', 'failed')`,
      )
      return rows.length > 0 && rows.map(({ output }) => output)
    })
    await world.query('alter table quote drop constraint broken')
  }
  await eventually(() => world.repositories.findPolicy(quote.id))
  const mailed = "select from audit where quote_id = $1 and what like 'policy-mail-%'"
  await eventually(async () => (await world.query(mailed, [quote.id])).length > 0)
}
await buy('bank')
await buy('card')

const { cardNumber } = goodCard
const marks = [...Object.values({ ...bank, ...person }), '88 Remuera Road', cardNumber.replaceAll(' ', '')]
const marksOf = (text: string) => [...marks, ...secrets].filter(mark => text.includes(mark))

it('[T31] [EDGE-16] the log of two purchases contains no personal data and no secret, also in errors', () => {
  const log = world.logLines.join('')
  expect(log).toContain('"event":"bug"')
  expect(marksOf(log)).toEqual([])
})

it('[T31] [EDGE-16] no refusal repeats request content', () => {
  expect(refusals.length).toBeGreaterThanOrEqual(10)
  expect(marksOf(refusals.join(''))).toEqual([])
})

it('[T31] [EDGE-13] a failed job stores the kind of its error, and not the error’s text', () => {
  expect(failedJobs.join()).toContain('23514')
  expect(marksOf(failedJobs.join())).toEqual([])
})

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** The content of a file, or nothing: the running server may have deleted it since the listing. */
const bytesOf = (file: string): Promise<Buffer> =>
  readFile(file).catch(error => {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  })

it('[T14] [T31] [EDGE-16] [EDGE-13] the database’s files and write-ahead log contain no account, authoriser or token', async () => {
  await world.query('checkpoint')
  const [{ folder, oid }] = await world.query(
    "select current_setting('data_directory') as folder, oid::text from pg_database where datname = current_database()",
  )
  const { lastName, email } = person
  const searched = [...Object.values(bank), ...secrets, lastName, email]
  const found = new Set<string>()
  for (const place of [join(folder, 'base', oid), join(folder, 'pg_wal')])
    for (const file of await filesUnder(place)) {
      const bytes = await bytesOf(file)
      for (const mark of searched) if (bytes.includes(mark)) found.add(mark)
    }
  // Clear text is found, so the search works.
  expect(found).toEqual(new Set([lastName, email]))
})

it('[T31] [EDGE-16] the traces contain no personal data', async () => {
  await world.application.close()
  const traced = collector.text()
  expect(traced).toContain(endpoints.quoteBind.path)
  expect(traced).toContain('pg.query')
  expect(marksOf(traced)).toEqual([])
})
