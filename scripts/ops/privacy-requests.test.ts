/** Tests of the operators' commands about personal data: export, erasure, key rotation and corrected addresses. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { decrypt, encrypt, type Keys } from '#server/lib/crypto.ts'
import { sendRefundMail } from '#server/mail/failed-purchase-mails.ts'
import { sendPolicyMail } from '#server/mail/policy-mail.ts'
import { decryptQuoteMailPayload, encryptQuoteMailPayload } from '#server/mail/quote-mail.ts'
import { encryptedBindRequest, type Operations, openOperations, quoteNumberOf } from '#test/operations.ts'
import {
  bindBody,
  createRatedQuote,
  linkOf,
  logIn,
  policyholder,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  register,
  saveCar,
} from '#test/purchase.ts'
import type { Client } from '#test/test-app.ts'
import type { CommandOptions } from './command-types.ts'
import { invariants } from './invariants.ts'
import { askInsurerReminder, erasePerson, exportPerson, recordErasureReminder } from './privacy-requests.ts'
import { rotateKeys } from './rotate-keys.ts'
import { resendDocuments } from './support.ts'

let ops: Operations
let keys: Keys
let sold: RatedCustomer
let unsold: RatedCustomer
beforeAll(async () => {
  ops = await openOperations()
  keys = ops.services.keys
  sold = ops.sold
  unsold = await ops.customer()
})
afterAll(() => ops.close())

type Policyholder = typeof policyholder
const maia = { email: policyholder.email, dob: policyholder.dateOfBirth }
const account = ['12-3140-0171323-50', 'M O’Brien']

const exported = async (person: CommandOptions) => (await ops.run(exportPerson, person)).lines[0] ?? '[]'
const exportedJson = async (person: CommandOptions) => JSON.parse(await exported(person))
const missingIn = (text: string, parts: readonly string[]) => parts.filter(part => !text.includes(part))
const foundIn = (text: string, parts: readonly string[]) => parts.filter(part => text.includes(part))

const erase = async (person: CommandOptions) => (await ops.run(erasePerson, person)).lines
const isFound = async (person: CommandOptions) => (await ops.run(exportPerson, person)).isWell
const erased = (id: string, more = '') => [`${id}: erased.${more}`, recordErasureReminder]

const driverOf = (quote: RatedCustomer) => ({ quote: quoteNumberOf(quote), dob: policyholder.dateOfBirth })
const addRequest = (
  id: string,
  state: 'REJECTED' | 'UNKNOWN',
  people: readonly Policyholder[],
  withKeys = keys,
) => ops.addBindAttempt(id, state, { encrypted_request: encryptedBindRequest(withKeys, id, people) })
const deleteRequest = (id: string) => ops.query('delete from bind_attempt where quote_id = $1', [id])

/** A rated quote with these people as drivers and policyholders. */
async function quoteOf(client: Client, people: readonly Policyholder[]) {
  const quote = await createRatedQuote(client)
  const [main] = quote.body.drivers
  if (!main) throw new Error('no driver')
  const drivers = people.map(({ firstName, lastName, dateOfBirth }, index) => ({
    ...main,
    givenName: firstName,
    surname: lastName,
    dateOfBirth,
    ...(index > 0 && { type: 'Driver2' as const }),
  }))
  const { data } = (await client.call('quoteAmend', { body: { ...quote.body, drivers } })).ok()
  const addressDetails = { ...quote.car.address, type: 'POSTAL' as const }
  const body = { id: quote.id, policyHolderDetails: [...people], addressDetails }
  ;(await client.call('quoteCreate', { body })).ok()
  return { ...quote, attributes: data.attributes }
}

async function deleteQuote(id: string): Promise<void> {
  for (const table of ['payment', 'policy', 'bind_attempt'])
    await ops.query(`delete from ${table} where quote_id = $1`, [id])
  await ops.query('delete from quote where id = $1', [id])
}

it('exports all data about a person, without our secrets', async () => {
  const text = await exported(maia)
  const all = JSON.parse(text)
  expect(all).toHaveLength(2)
  // The bank details, while they are stored.
  const values = ['Māia', 'JHU968', quoteNumberOf(sold), 'policy-issued', 'ISSUED', ...account]
  expect(missingIn(text, values)).toEqual([])
  // The price without the table of other prices.
  const { insurer_quote: price } = all[0].quote
  expect(price).toMatchObject({ annualCents: expect.any(Number), imposedExcessDollars: expect.any(Number) })
  expect(price.steps).not.toHaveLength(0)
  const secrets = [
    'priceTable',
    'webhook_token_hash',
    'session_id',
    'encrypted_request',
    'policyholders_hash',
  ]
  expect(foundIn(text, [...secrets, 'idem', 'lease'])).toEqual([])
  expect(await isFound({ ...maia, dob: '1988-04-13' })).toBe(false)
  await expect(ops.run(exportPerson, { email: 'maia' })).rejects.toThrow('--dob')
})

it('the audit records an export and an erasure without personal data', async () => {
  const { quote } = await ratedCustomer(ops.app)
  const driver = driverOf(quote)
  expect(await isFound({ ...driver, dob: '1988-04-13' })).toBe(false)
  expect(await ops.auditOf('exported', quote.id)).toEqual([])
  expect(await isFound(driver)).toBe(true)
  await erase(driver)
  for (const what of ['exported', 'erased'])
    expect(await ops.auditOf(what, quote.id)).toEqual([{ byHand: true }])
  expect((await ops.run(invariants)).text).not.toContain(quote.id)
})

it('[PAY-11] names what remains of an erased quote: the insurer’s copy and a refunded payment', async () => {
  const { quote } = await ratedCustomer(ops.app)
  const driver = driverOf(quote)
  await ops.addPayment(quote.id, 'REFUNDED')
  expect((await ops.run(erasePerson, driver, { insurer: 'http' })).lines).toEqual([
    `${quote.id}: erased. The refunded payment stays in the accounts. The insurer has it as quote ${driver.quote}.`,
    askInsurerReminder,
    recordErasureReminder,
  ])
  await ops.query('delete from payment where quote_id = $1', [quote.id])
})

it('finds a person by any spelling of their e-mail, and a refused bind keeps no bank details', async () => {
  const quote = await ops.customer()
  await addRequest(quote.id, 'REJECTED', [])
  const upperCase = { ...maia, email: policyholder.email.toUpperCase() }
  for (const spelling of [upperCase, { ...maia, email: `Māia <mailto:${policyholder.email}>` }])
    expect(await exportedJson(spelling)).toHaveLength(3)
  // Pattern characters are literal.
  expect(await isFound({ ...maia, email: '%@%' })).toBe(false)
  expect(await erase(upperCase)).toContain(`${quote.id}: erased.`)
  const rows = await ops.query('select encrypted_request from bind_attempt where quote_id = $1', [quote.id])
  expect(rows).toEqual([{ encrypted_request: null }])
  await deleteRequest(quote.id)
  unsold = await ops.customer()
})

it('finds a person who is only in an encrypted bind request, and erases them once it is refused', async () => {
  const { quote } = await ratedCustomer(ops.app)
  // Both forms of a domain are one address.
  const person = { email: 'Hemi@xn--mori-qsa.nz', dob: '1970-02-03' }
  const hemi = { ...policyholder, firstName: 'Hēmi', email: 'hemi@māori.nz', dateOfBirth: person.dob }
  await addRequest(quote.id, 'UNKNOWN', [hemi])
  expect(await isFound({ ...person, dob: '1970-02-04' })).toBe(false)
  const text = await exported(person)
  expect(JSON.parse(text)).toHaveLength(1)
  expect(text).toContain('Hēmi')
  expect(await erase(person)).toEqual([expect.stringContaining('kept for now')])
  await ops.query(`update bind_attempt set state = 'REJECTED' where quote_id = $1`, [quote.id])
  expect(await erase(person)).toEqual(erased(quote.id))
  expect(await isFound(person)).toBe(false)
  await deleteRequest(quote.id)
})

it('shows the main driver the whole quote before step 4; explains the search if no one is found', async () => {
  const { quote } = await ratedCustomer(ops.app)
  const driver = driverOf(quote)
  const noDriver = [
    `No quote or policy with the number ${driver.quote} has a driver with this date of birth.`,
  ]
  expect(await erase({ email: 'nobody@example.nz', dob: driver.dob })).toEqual([
    expect.stringMatching(/^No quote, bind request or policy has a policyholder /),
  ])
  expect(await erase({ ...driver, dob: '1988-04-13' })).toEqual(noDriver)
  const values = ['88 Remuera', 'JHU968', 'criminalRecord', 'COMPREHENSIVE', 'annualCents', 'registered']
  expect(missingIn(await exported(driver), values)).toEqual([])
  await expect(erase({ ...driver, email: policyholder.email })).rejects.toThrow('--quote')
  expect(await erase(driver)).toEqual(erased(quote.id))
  expect(await ops.run(exportPerson, driver)).toMatchObject({ isWell: false, lines: noDriver })
  // The drivers of a policy stay.
  const insured = driverOf(sold)
  const retention = { ...ops.context.retention, policyYears: 10 }
  expect((await ops.run(erasePerson, insured, { retention })).text).toContain('10 years')
  // Once the quote has policyholders, the main driver sees only their own data.
  const drivers = [expect.objectContaining({ dateOfBirth: policyholder.dateOfBirth })]
  expect(await exportedJson(insured)).toEqual([
    { quoteNumber: insured.quote, drivers, criminalRecord: false },
  ])
})

it('[DRIVER-06] finds a declined driver by plate or name, and separates two people born on the same day', async () => {
  const client = await ops.app.browser()
  const { id } = await register(client, 'TWN001')
  const body = ratedBody(id, await saveCar(client, id, 'TWN001'))
  const [main] = body.drivers
  if (!main) throw new Error('no driver')
  const dob = '1979-06-05'
  const twin = { ...main, dateOfBirth: dob, surname: "Te O'Ao" }
  const drivers = [
    { ...twin, givenName: 'Kahu', incidentCount: '5+' as const },
    { ...twin, givenName: 'Mārama', type: 'Driver2' as const },
  ]
  const refused = await client.call('quoteCreate', { body: { ...body, drivers } })
  expect(refused.json).toMatchObject({ code: 'NOT_INSURABLE' })
  const both = { name: 'Kahu Te Ao', email: 'k@x.nz', dob }
  for (const wrong of [{ plate: 'TWN001' }, { dob }, { plate: '-', dob }, both])
    await expect(ops.run(exportPerson, wrong)).rejects.toThrow('--plate')
  for (const command of [exportPerson, erasePerson])
    await expect(ops.run(command, { plate: 'TWN001', dob })).rejects.toThrow('--name')
  expect(await exportedJson({ plate: 'twn 001', name: 'kahu te o´ao', dob })).toMatchObject([
    { quote: { id, plate: 'TWN001', status: 'DECLINED' } },
  ])
  const own = [expect.objectContaining({ firstName: 'Mārama', lastName: "Te O'Ao" })]
  expect(await exportedJson({ name: 'Marama Te Oao', dob })).toEqual([
    { quoteNumber: null, drivers: own, criminalRecord: false },
  ])
  const marama = { plate: 'TWN001', name: 'Mārama Te Oʻao', dob }
  expect(await erase(marama)).toEqual(erased(id))
  const sentence = 'No quote or policy of the car TWN001 has a driver with this name and date of birth.'
  expect((await ops.run(exportPerson, marama)).text).toBe(sentence)
  const other = await ops.app.browser()
  await saveCar(other, (await register(other, 'TWN001')).id, 'TWN001')
  expect((await ops.run(exportPerson, marama)).text).toContain(
    `${sentence} Not searched: 1 quote of this car without people`,
  )
})

it('[EDGE-04] finds and erases a person registered by a partner, by e-mail or by name and plate', async () => {
  const names = { firstName: 'Hēmi', lastName: 'Tūhoe' }
  const person = { ...names, email: 'Hemi@example.nz', mobilePhone: '0279998887' }
  const registered = async () => {
    const body = { registrationNumber: 'REG001', source: 'a dealer', partnerId: 'dealer-1', ...person }
    return linkOf((await ops.app.plainClient().call('registration', { body })).ok().url)
  }
  const link = await registered()
  // Another person with the link entered the address, which may not be this person's.
  const customer = await logIn(await ops.app.browser(), link)
  await saveCar(customer, link.id, 'REG001')
  const dob = '1991-01-01'
  const searches = [
    { email: 'hemi@EXAMPLE.nz', dob },
    { plate: 'reg 001', name: 'hemi tuhoe', dob },
  ]
  const registration = {
    applicant: person,
    plate: 'REG001',
    brand: 'openroad',
    source: 'a dealer',
    partner_id: 'dealer-1',
    status: 'DRAFT',
    created_at: expect.any(String),
  }
  for (const search of searches) expect(await exportedJson(search)).toEqual([{ registration }])
  for (const none of [
    { email: 'other@example.nz' },
    { plate: 'REG002', name: 'Hēmi Tūhoe' },
    { plate: 'REG001', name: 'Hēmi Other' },
    { name: 'Hēmi Tūhoe' },
    { plate: 'REG001', name: 'Hēmi Tūhoe', quote: 'Q-1' },
  ])
    expect(await isFound({ ...none, dob })).toBe(false)
  for (const search of searches) {
    expect((await erase(search))[0]).toMatch(/: erased\.$/)
    expect(await isFound(search)).toBe(false)
    if (search === searches[0]) await registered()
  }
  const rows = await ops.query(`select applicant, partner_id from quote where partner_id = 'dealer-1'`)
  expect(rows).toEqual(Array(2).fill({ applicant: null, partner_id: 'dealer-1' }))
})

it('shows another policyholder the policy and their own data, without other people’s answers or account', async () => {
  const person = (firstName: string, lastName: string) => ({
    ...policyholder,
    firstName,
    lastName,
    email: `${firstName.toLowerCase()}@example.nz`,
  })
  const tama = { ...person('Tama', 'Kerr'), dateOfBirth: '1985-12-01' }
  const rangi = { ...person('Rangi', 'Parata'), mobile: '0279998887' }
  const client = await ops.app.browser()
  const quote = await quoteOf(client, [rangi, tama])
  const shown = (who: Policyholder) => exported({ email: who.email, dob: who.dateOfBirth })
  const others = ['Rangi', 'Parata', rangi.dateOfBirth, rangi.email, rangi.mobile, 'postalAddress']
  // The last one is an answer about all drivers, as the privacy notice says.
  const car = ['JHU968', quoteNumberOf(quote), 'criminalRecord']
  const own = ['Tama', 'Kerr', tama.dateOfBirth, 'Driver2', ...car]
  const beforeSale = await shown(tama)
  expect(JSON.parse(beforeSale)).toHaveLength(1)
  expect(missingIn(beforeSale, own)).toEqual([])
  expect(foundIn(beforeSale, others)).toEqual([])
  expect(await shown(rangi)).toContain(tama.email)

  const body = bindBody(quote)
  const party = (who: Policyholder) => ({
    individualPolicyHolder: {
      contactDetails: { emailAddress: who.email, landlineNum: '', mobileNum: who.mobile },
      dob: who.dateOfBirth,
      givenName: who.firstName,
      surname: who.lastName,
      title: who.title,
    },
  })
  body.attributes.bindPolicyParties = {
    primaryPolicyHolder: party(rangi),
    additionalPolicyHolders: [party(tama)],
  }
  const { policyNumber } = (await client.call('quoteBind', { body })).ok()
  const buyer = [...others, ...account, '••', 'Māia', 'userAgent', '"ip"', 'ticked']
  const text = await shown(tama)
  expect(missingIn(text, [...own, policyNumber, 'COMPREHENSIVE', '88 Remuera'])).toEqual([])
  expect(foundIn(text, buyer)).toEqual([])
  expect(missingIn(await shown(rangi), [...own, ...buyer])).toEqual([])
  // The buyer sees all; a person who was the first policyholder only earlier sees only that part.
  await ops.query(
    `update policy set record = jsonb_set(record, '{policyholders}', jsonb_build_array(record->'policyholders'->1, record->'policyholders'->0))
     where quote_id = $1`,
    [quote.id],
  )
  expect(JSON.parse(await shown(rangi))[0].policy.record.payment).toBeUndefined()
  expect(await shown(tama)).not.toContain(account[0])
  await deleteQuote(quote.id)
})

it('erases unsold quotes, keeps the policy and explains why', async () => {
  const lines = await erase(maia)
  expect(lines).toHaveLength(3)
  expect(lines.at(-1)).toBe(recordErasureReminder)
  expect(lines.find(line => line.startsWith(sold.id))).toContain('7 years')
  expect(lines).toContain(`${unsold.id}: erased.`)
  const forgotten = { drivers: null, policyholders: null, status: 'EXPIRED' }
  expect(await ops.services.repositories.findQuote(unsold.id)).toMatchObject(forgotten)
  expect(await exportedJson(maia)).toHaveLength(1)
})

/** The payload of a quote mail that was asked for by a client without session and token. */
const mailPayload = (quoteId: string, to: string = policyholder.email, withKeys = keys) =>
  encryptQuoteMailPayload({ quoteId, to, askedAt: new Date().toISOString(), askedBy: {} }, withKeys)
const addFailedMail = (encrypted: string) => ops.addFailedJob('quote-mail', { encrypted })

it('erases unused insurer quotes and a failed mail with the quote', async () => {
  const { quote, savePolicyholders } = await ratedCustomer(ops.app)
  const { id } = quote
  const hemi = { ...policyholder, email: 'hemi-twice@example.nz' }
  await savePolicyholders(hemi)
  // The state after two tabs requested the first price at once: the insurer has two quotes, and we store one.
  await ops.query(
    `insert into insurer.quote select (jsonb_populate_record(q, '{"quote_number": "Q-UNUSED"}')).*
     from insurer.quote q where quote_number = $1`,
    [quoteNumberOf(quote)],
  )
  for (const quoteId of [id, sold.id]) await addFailedMail(mailPayload(quoteId, hemi.email))
  const unused = `select risk from insurer.quote i where not closed and not exists (
    select 1 from quote q where q.quote_number = i.quote_number and q.anonymised_at is null)`
  expect(await ops.query(unused)).toMatchObject([{ risk: { plate: 'JHU968' } }])
  const ofThisCar = `select count(*)::int as count from insurer.quote where not closed and risk->>'plate' = 'JHU968'`
  const [before] = await ops.query(ofThisCar)
  expect(await erase({ ...maia, email: hemi.email })).toEqual(erased(id))
  expect(await ops.query(unused)).toEqual([])
  // The insurer keeps other quotes for the same car.
  expect(await ops.query(ofThisCar)).toEqual([{ count: before?.count - 2 }])
  const rows = await ops.query(
    `delete from jobs.job where name = 'given-up' returning data->>'encrypted' as mail`,
  )
  expect(rows.map(({ mail }) => decryptQuoteMailPayload(mail, keys).quoteId)).toEqual([sold.id])
})

const withNewKey = (id: string, others: Iterable<readonly [string, Uint8Array]> = keys.pii): Keys => ({
  ...keys,
  pii: new Map([[id, randomBytes(32)], ...others]),
})
const rotate = (all: Keys) => ops.run(rotateKeys, {}, { keys: () => all })

it('[EDGE-11] reports a mail or bind request that cannot be decrypted, and continues with the others', async () => {
  const quote = await ops.customer()
  const broken = await createRatedQuote(await ops.app.browser())
  const lostKey = withNewKey('lost', [])
  await addRequest(broken.id, 'REJECTED', [policyholder], lostKey)
  const unreadable = [
    await addFailedMail(mailPayload(quote.id, policyholder.email, lostKey)),
    // One decrypts to an invalid payload; the other is not encrypted.
    await addFailedMail(encrypt(keys, 'job|quote-mail', '{"quote":7}')),
    await addFailedMail('v1'),
  ]
  const own = await addFailedMail(mailPayload(quote.id))
  const others = await addFailedMail(mailPayload(sold.id))

  const sentence = expect.stringContaining(`the bind requests of the quotes ${broken.id} `)
  const { lines: exportLines } = await ops.run(exportPerson, maia)
  expect(exportLines).toEqual([expect.stringContaining(quote.id), sentence])
  const lines = await erase(maia)
  expect(lines).toEqual(expect.arrayContaining([`${quote.id}: erased.`, sentence]))
  expect(missingIn(lines.find(line => line.includes('the mail jobs')) ?? '', unreadable)).toEqual([])
  const rows = await ops.query(`select id from jobs.job where name = 'given-up'`)
  const left = rows.map(({ id }) => id)
  expect(left).not.toContain(own)
  expect(left).toEqual(expect.arrayContaining([...unreadable, others]))

  const rotated = await rotate(withNewKey('z'))
  expect(rotated.isWell).toBe(false)
  expect(rotated.lines[0]).toMatch(/^\d+ encrypted again with key z; 3 still have another key\.$/)
  expect(missingIn(rotated.lines[1] ?? '', [broken.id, unreadable[0] ?? '', unreadable[2] ?? ''])).toEqual([])
  await ops.query('update bind_attempt set encrypted_request = $2 where quote_id = $1', [
    sold.id,
    encryptedBindRequest(keys, sold.id, account.join()),
  ])
  await deleteRequest(broken.id)
  await ops.query(`delete from jobs.job where name = 'given-up'`)
})

it('[EDGE-11] reports a quote whose stored answers do not fit the schema, and continues with the others', async () => {
  const quote = await ops.customer()
  // One after the other: they are listed by their age.
  const people = await ops.customer()
  const drivers = await ops.customer()
  const stranger = await ops.customer()
  const store = (id: string, column: string, json: object) =>
    ops.query(`update quote set ${column} = $2 where id = $1`, [id, JSON.stringify(json)])
  await store(people.id, 'policyholders', { policyholders: { first: policyholder } })
  await store(drivers.id, 'drivers', [{ dateOfBirth: policyholder.dateOfBirth }])
  await store(stranger.id, 'policyholders', { policyholders: 'none' })
  await store(stranger.id, 'drivers', { none: true })
  const sentence = (ids: readonly string[]) =>
    `Not searched, because their stored answers do not fit the schema: the quotes ${ids.join(', ')} (docs/runbook.md).`

  const byEmail = await ops.run(exportPerson, maia)
  expect(byEmail.lines).toEqual([expect.stringContaining(quote.id), sentence([people.id, drivers.id])])
  const plate = await ops.run(exportPerson, { plate: 'JHU968', dob: policyholder.dateOfBirth })
  expect(plate.lines.at(-1)).toBe(sentence([drivers.id]))
  const lines = await erase(maia)
  expect(lines).toEqual(expect.arrayContaining([`${quote.id}: erased.`, sentence([people.id, drivers.id])]))
  await ops.query('delete from quote where id = any($1)', [[people.id, drivers.id, stranger.id]])
})

it('[EDGE-11] a key rotation leaves a bind request as a node writes it meanwhile', async () => {
  const newer = encryptedBindRequest(keys, sold.id, account.join())
  const node = await ops.app.database.pool.connect()
  try {
    await node.query('begin')
    await node.query('update bind_attempt set encrypted_request = $2 where quote_id = $1', [sold.id, newer])
    const rotated = rotate(withNewKey('z'))
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await vi.waitFor(async () => expect(await ops.query(waiting)).toHaveLength(1), { timeout: 60_000 })
    await node.query('commit')
    await rotated
  } finally {
    // Closes the connection: after a failure its transaction would lock the row for the next tests.
    node.release(true)
  }
  const stored = `select encrypted_request as encrypted from bind_attempt where quote_id = $1`
  expect(await ops.query(stored, [sold.id])).toEqual([{ encrypted: newer }])
})

it('[EDGE-11] encrypts bank details and queued mails again with the newest key, so that the older may be removed', async () => {
  await ops.query(
    `insert into jobs.job (name, data, start_after) values ('quote-mail', $1, now() + interval '1 day')`,
    [JSON.stringify({ encrypted: mailPayload(sold.id, 'aroha@example.nz') })],
  )
  // A pattern character is literal: it does not match the older key.
  const all = withNewKey('_')
  const lines = ['2 encrypted again with key _; 0 still have another key.']
  expect(await rotate(all)).toMatchObject({ lines, isWell: true })
  expect((await rotate(all)).text).toMatch(/^0 encrypted/)
  const newest = { ...keys, pii: new Map([...all.pii].slice(0, 1)) }
  const [request] = await ops.query('select encrypted_request as encrypted from bind_attempt')
  const open = (withKeys: Keys) =>
    decrypt(withKeys, `bind_attempt|encrypted_request|${sold.id}`, request?.encrypted)
  expect(open(newest)).toContain(account[0])
  expect(() => open(keys)).toThrow('unknown key')
  const [job] = await ops.query(
    `select data->>'encrypted' as mail from jobs.job where name = 'quote-mail' and state = 'created'`,
  )
  const mail = { quoteId: sold.id, to: 'aroha@example.nz' }
  expect(decryptQuoteMailPayload(job?.mail, newest)).toMatchObject(mail)
})

it('uses a corrected address for exports and later mails, and revokes the old address and its link', async () => {
  const { services } = ops
  const { quote, bind, savePolicyholders } = await ratedCustomer(ops.app)
  const wrong = 'maya@example.nz'
  await savePolicyholders({ ...policyholder, email: wrong })
  ;(await bind()).ok()
  const send = vi.spyOn(services.mail, 'send')
  onTestFinished(() => send.mockRestore())
  const linkIn = (text = '') => new URLSearchParams(/\?(id=\S+)/.exec(text)?.[1]).get('token') ?? ''
  const openedBy = async (password: string) =>
    (await (await ops.app.browser()).call('login', { body: { user_id: quote.id, password } })).status
  await sendPolicyMail({ quoteId: quote.id }, services)
  const first = linkIn(send.mock.lastCall?.[0].text)
  expect(await openedBy(first)).toBe(200)
  const policy = await ops.policyNumberOf(quote.id)
  const email = 'maia.right@example.nz'
  await ops.run(resendDocuments, { policy, email })
  await sendPolicyMail({ quoteId: quote.id }, services)
  const sent = (name: string) =>
    send.mock.calls.map(([mail]) => mail).findLast(mail => mail.messageId.startsWith(`<${name}.`))
  expect(sent('policy')?.to).toBe(email)
  expect(await openedBy(linkIn(sent('policy')?.text))).toBe(200)
  expect(await openedBy(first)).not.toBe(200)
  // The quote and the encrypted bind request keep the wrong address.
  const text = await exported({ ...maia, email })
  const one = [expect.anything()]
  const shown = { drivers: one, policyholders: { policyholders: one } }
  expect(JSON.parse(text)).toMatchObject([{ quote: shown }])
  expect(text).toContain(account[0])
  // A person who received the documents knows the old address and the birth date.
  await expect(ops.run(exportPerson, { ...maia, email: wrong })).rejects.toThrow(
    `In policy ${policy} this person has another e-mail address`,
  )
  await sendRefundMail(await ops.addPayment(quote.id, 'REFUNDED'), services)
  const stays = expect.stringContaining(`Your policy ${policy} stays as it is.`)
  expect(sent('refund')).toMatchObject({ to: email, text: stays })
  await deleteQuote(quote.id)
})
