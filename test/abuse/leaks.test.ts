/**
 * Leak tests: one purchase by bank and one by card with a unique marker in every answer, then a search for
 * the markers in logs, traces, refusals and the database's files.
 */
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { goodCard } from '#test/cards.ts'
import { bindBody, createRatedQuote, paymentUrls, ratedBody, savePolicyholders } from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { type Client, eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { openTraceCollector, type TraceCollector } from '#test/trace-collector.ts'

/** Bank details: encrypted wherever they are kept. */
const bank = {
  bankAccountName: 'Kererū Tohorā',
  bankAccountNumber: '38-9021-0876543-17',
  authorizerName: 'Pūkeko Whēkau',
}
/** Known to the database in clear, and to nobody else. */
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

/** Keeps the text of every refusal. */
function listening(client: Client): Client {
  return {
    ...client,
    get token() {
      return client.token
    },
    set token(token) {
      client.token = token
    },
    async call(name, options) {
      const answer = await client.call(name, options)
      if (answer.status >= 400) refusals.push(answer.bytes.toString())
      return answer
    },
  }
}

async function buy(how: 'bank' | 'card'): Promise<void> {
  const client = listening(await world.browser())
  const quote = await createRatedQuote(client, how === 'card' ? { frequency: 'ANNUAL' } : {})
  secrets.push(quote.token, client.token ?? '', ...client.cookies.values())
  const body = ratedBody(quote.id, quote.car, how === 'card' ? { frequency: 'ANNUAL' } : {})
  const drivers = body.drivers.map(driver => ({ ...driver, ...pick('givenName', 'surname', 'dateOfBirth') }))
  const amended = (await client.call('quoteAmend', { body: { ...body, drivers } })).ok()
  // One of each kind of wrong request, with a person's answers in it.
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
  // With a constraint that nothing meets the statement fails, and its error quotes what was to be written.
  await world.database.pool.query(
    'alter table quote add constraint broken check (plate = $$none$$) not valid',
  )
  const holderBody = {
    id: quote.id,
    policyHolderDetails: [
      {
        title: 'Ms' as const,
        firstName: people.givenName,
        lastName: people.surname,
        dateOfBirth: people.dateOfBirth,
        email: people.email,
        mobile: people.mobile,
      },
    ],
    addressDetails: { ...quote.car.address, type: 'POSTAL' as const },
  }
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
      givenName: people.givenName,
      surname: people.surname,
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
    const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok().data
      .attributes.url
    // The job that hears of the money fails as well, and is tried again.
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
      "select from audit where quote_id = $1 and what like 'mail-%'",
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

it('[T31] [EDGE-16] the log of two purchases names nobody and holds no secret, errors included', () => {
  const log = world.logLines.join('')
  expect(log).toContain('"event":"bug"')
  expect(everyMark().filter(mark => log.includes(mark))).toEqual([])
})

it('[T31] [EDGE-16] no refusal repeats what was sent', () => {
  expect(refusals.length).toBeGreaterThanOrEqual(10)
  expect(everyMark().filter(mark => refusals.join('').includes(mark))).toEqual([])
})

it('[T31] [EDGE-13] a job that failed keeps what kind of error it met, and nothing of what the error quotes', () => {
  expect(failedJobs.join()).toContain('23514')
  expect(everyMark().filter(mark => failedJobs.join().includes(mark))).toEqual([])
})

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** Which of the marks stand in which file, as bytes, also across the edges of what is read at a time. */
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
      // The server works on meanwhile: a file it has dropped since the listing holds nothing any more.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return found
}

it('[T31] [EDGE-16] [EDGE-13] the database’s own files and its log of changes hold no account, no name of an authoriser, no token', async () => {
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
  // What is kept in clear is found: the search sees what is there.
  expect(found).toEqual(new Set([surname, email]))
})

it('[T31] [EDGE-16] what is traced of it names nobody either', async () => {
  await world.application.close()
  const traced = collector.text()
  expect(traced).toContain(endpoints.quoteBind.path)
  expect(traced).toContain('pg.query')
  expect(everyMark().filter(mark => traced.includes(mark))).toEqual([])
})
