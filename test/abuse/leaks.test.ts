/** Leak tests: purchases with a unique marker in every answer, then a search in logs, traces, refusals and files. */
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { goodCard } from '#test/cards.ts'
import { withCall } from '#test/client.ts'
import {
  bindBody,
  createRatedQuote,
  openCardPage,
  policyholdersBody,
  ratedBody,
  savePolicyholders,
} from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { type Client, eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { openTraceCollector, type TraceCollector } from '#test/trace-collector.ts'

/** Bank details, which are always stored encrypted. */
const bank = {
  bankAccountName: 'Kererū Tohorā',
  bankAccountNumber: '38-9021-0876543-17',
  authorizerName: 'Pūkeko Whēkau',
}
/** Personal data that only the database contains in clear text. */
const people = {
  givenName: 'Weka',
  surname: 'Takahē-Hoiho',
  email: 'tieke@example.nz',
  mobile: '0279182736',
  dateOfBirth: '1971-03-19',
  address: '88 Remuera Road',
}

let collector: TraceCollector
let world: TestApp
const refusals: string[] = []
const secrets: string[] = []
let failedJobs: string[] = []
beforeAll(async () => {
  collector = await openTraceCollector()
  world = await openTestApp({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, LIMIT_FACTOR: '100' },
  })
  await buy('bank')
  await buy('card')
})
afterAll(async () => {
  await world.close()
  await collector.close()
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
  const body = ratedBody(quote.id, quote.car, how === 'card' ? { frequency: 'ANNUAL' } : {})
  const drivers = body.drivers.map(driver => ({ ...driver, ...pick('givenName', 'surname', 'dateOfBirth') }))
  const amended = (await client.call('quoteAmend', { body: { ...body, drivers } })).ok()
  // Each kind of invalid request, with personal data in it.
  await client.call('quoteAmend', {
    body: { ...body, drivers: drivers.map(one => ({ ...one, surname: `${one.surname}<` })) },
  })
  await client.call('emailQuote', { body: { id: quote.id, email: `${people.email}, x` } })
  await client.call('login', { body: { user_id: people.email, password: people.surname } })
  await client.call('prospectCar', { query: { quoteNum: people.email } })
  const broken = await client.request('/edge/vero/quote/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
    body: `{"drivers":"${people.surname} ${people.dateOfBirth}`,
  })
  refusals.push(await broken.text())
  await savePolicyholders(client, quote)
  ;(await client.call('emailQuote', { body: { id: quote.id, email: people.email } })).ok()
  // With an impossible constraint the statement fails, and its error contains the row.
  await world.database.pool.query(
    'alter table quote add constraint broken check (plate = $$none$$) not valid',
  )
  const holderBody = policyholdersBody(quote, {
    policyHolderDetails: [
      {
        title: 'Ms' as const,
        firstName: people.givenName,
        lastName: people.surname,
        ...pick('dateOfBirth', 'email', 'mobile'),
      },
    ],
  })
  expect((await client.call('quoteCreate', { body: holderBody })).status).toBe(500)
  await world.database.pool.query('alter table quote drop constraint broken')
  ;(await client.call('quoteCreate', { body: holderBody })).ok()
  const current = { ...quote, attributes: amended.data.attributes }
  if (how === 'bank') {
    const bind = bindBody(current)
    const { primaryPolicyHolder } = bind.attributes.bindPolicyParties
    const individual = {
      contactDetails: { emailAddress: people.email, landlineNum: '', mobileNum: people.mobile },
      dob: people.dateOfBirth,
      ...pick('givenName', 'surname'),
      title: 'Ms' as const,
    }
    const attributes = {
      ...bind.attributes,
      bindPolicyParties: {
        ...bind.attributes.bindPolicyParties,
        primaryPolicyHolder: { ...primaryPolicyHolder, individualPolicyHolder: individual },
      },
      paymentContextDetails: { ...bind.attributes.paymentContextDetails, bankPaymentDetails: bank },
    }
    const wrong = { ...attributes, questions: [] }
    expect((await client.call('quoteBind', { body: { ...bind, attributes: wrong } })).status).toBe(400)
    ;(await client.call('quoteBind', { body: { ...bind, attributes } })).ok()
  } else {
    const page = await openCardPage(world, client, quote.id)
    // The job that settles the payment fails as well, and is retried.
    await world.database.pool.query(
      `alter table quote add constraint broken check (status <> 'BINDING') not valid`,
    )
    await submitForm(page, { ...goodCard })
    failedJobs = await eventually(async () => {
      const { rows } = await world.database.pool.query<{ output: string }>(
        `select output::text from jobs.job where name = 'settle-payment' and state in ('retry', 'failed')`,
      )
      return rows.length > 0 && rows.map(({ output }) => output)
    })
    await world.database.pool.query('alter table quote drop constraint broken')
  }
  await eventually(async () => {
    const { rows } = await world.database.pool.query('select from policy where quote_id = $1', [quote.id])
    return rows.length === 1
  })
  await eventually(async () => {
    const { rows } = await world.database.pool.query(
      "select from audit where quote_id = $1 and what like 'policy-mail-%'",
      [quote.id],
    )
    return rows.length > 0
  })
}
const pick = <K extends keyof typeof people>(...keys: K[]) =>
  Object.fromEntries(keys.map(key => [key, people[key]])) as Pick<typeof people, K>

const everyMark = () => [
  ...Object.values(bank),
  ...Object.values(people),
  goodCard.cardNumber.replaceAll(' ', ''),
  ...secrets,
]

it('[T31] [EDGE-16] the log of two purchases contains no personal data and no secret, also in errors', () => {
  const log = world.logLines.join('')
  expect(log).toContain('"event":"bug"')
  expect(everyMark().filter(mark => log.includes(mark))).toEqual([])
})

it('[T31] [EDGE-16] no refusal repeats request content', () => {
  expect(refusals.length).toBeGreaterThanOrEqual(10)
  expect(everyMark().filter(mark => refusals.join('').includes(mark))).toEqual([])
})

it('[T31] [EDGE-13] a failed job stores the kind of its error, and not the error’s text', () => {
  expect(failedJobs.join()).toContain('23514')
  expect(everyMark().filter(mark => failedJobs.join().includes(mark))).toEqual([])
})

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** The marks found in the files' bytes, also across the limits of two reads. */
async function marksIn(files: readonly string[], marks: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const bytes = marks.map(mark => [mark, Buffer.from(mark)] as const)
  const longest = Math.max(...bytes.map(([, one]) => one.length))
  for (const file of files) {
    let tail = Buffer.alloc(0)
    try {
      for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
        const piece = Buffer.concat([tail, chunk as Buffer])
        for (const [mark, one] of bytes) if (piece.includes(one)) found.add(mark)
        tail = piece.subarray(-longest)
      }
    } catch (error) {
      // The running server may have deleted a file since the listing.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return found
}

it('[T14] [T31] [EDGE-16] [EDGE-13] the database’s files and write-ahead log contain no account, authoriser or token', async () => {
  const { pool } = world.database
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ folder: string; oid: string }>(
    "select current_setting('data_directory') as folder, oid::text from pg_database where datname = current_database()",
  )
  const [{ folder, oid } = { folder: '', oid: '' }] = rows
  const files = [
    ...(await filesUnder(join(folder, 'base', oid))),
    ...(await filesUnder(join(folder, 'pg_wal'))),
  ]
  const { surname, email } = people
  const found = await marksIn(files, [...Object.values(bank), ...secrets, surname, email])
  // Clear text is found, so the search works.
  expect(found).toEqual(new Set([surname, email]))
})

it('[T31] [EDGE-16] the traces contain no personal data', async () => {
  await world.application.close()
  const traced = collector.text()
  expect(traced).toContain(endpoints.quoteBind.path)
  expect(traced).toContain('pg.query')
  expect(everyMark().filter(mark => traced.includes(mark))).toEqual([])
})
