/** The commands of `npm run ops` on a database with purchases in every state a person may have to look at. */
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#db/open.ts'
import { deliver } from '#server/jobs/deliver.ts'
import { mailKinds, refusedMails } from '#server/jobs/mail-kinds.ts'
import { sendPolicyMail } from '#server/jobs/policy-mail.ts'
import { issuePolicy } from '#server/purchase/issue-policy.ts'
import { settlePayment } from '#server/purchase/settle-payment.ts'
import { quoteMailRef, readQuoteMailRef } from '#server/quote/quote-mail-ref.ts'
import { lock, unlock } from '#server/secrets.ts'
import { cardAdapters } from '#test/card-adapters.ts'
import { testDatabase } from '#test/database.ts'
import {
  bindBody,
  holder,
  type Quoted,
  quoted,
  ratedBody,
  register,
  saveCar,
  savePolicyholders,
} from '#test/purchase.ts'
import { eventually, openWorld, type World } from '#test/world.ts'
import { nodeFlags } from '../server-process.mjs'
import type { OpsHouse } from './command.ts'
import { invariants } from './invariants.ts'
import { mailAgain } from './mail-again.ts'
import { erasePerson, exportPerson } from './person.ts'
import { retry } from './retry.ts'
import { rotateKeys } from './rotate-keys.ts'
import { seen } from './seen.ts'
import { settle } from './settle.ts'
import { adviceOn, waiting } from './waiting.ts'

let world: World
let database: Database
let house: OpsHouse
let sold: Quoted
let unsold: Quoted

async function answered(): Promise<Quoted> {
  const client = await world.browser()
  const quote = await quoted(client)
  await savePolicyholders(client, quote)
  return quote
}

beforeAll(async () => {
  world = await openWorld()
  const client = await world.browser()
  sold = await quoted(client)
  await savePolicyholders(client, sold)
  ;(await client.call('quoteBind', { body: bindBody(sold) })).ok()
  await world.mails(1)
  unsold = await answered()
  database = await openDatabase(
    { url: world.database.url },
    {
      onError: error => {
        throw error
      },
    },
  )
  house = { database, keys: () => world.house.services.keys, now: () => new Date() }
})
afterAll(async () => {
  await database.close()
  await world.close()
})

const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)

it('[EDGE-13] nothing waits and every invariant holds after a purchase', async () => {
  expect(await waiting.run(house, {})).toEqual({ lines: ['Nothing waits for a person.'], isWell: true })
  expect(await invariants.run(house, {})).toMatchObject({ isWell: true })
  await query(`update policy set brand = 'fern'`)
  const broken = await invariants.run(house, {})
  expect(broken.isWell).toBe(false)
  expect(broken.lines.join('\n')).toMatch(/^I14 is broken: .+\n {4}OR\d{9}$/m)
  await query(`update policy set brand = 'openroad'`)
})

it('[EDGE-13] [EDGE-15] lists what is stuck, and gives it another turn', async () => {
  await query(
    `insert into issuance (quote_id, idem_key, quote_version, request_hash, request_enc, state, attempts, last_error, created_at, changed_at)
     values ($1, gen_random_uuid(), 1, 'x', 'v1.x.y', 'UNKNOWN', 3, 'timeout', now() - interval '2 hours', now())`,
    [unsold.id],
  )
  await query(
    `insert into payment (id, quote_id, idem_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 1, 12345, 'NZD', 'REFUND_DUE', now(), now() - interval '1 hour')`,
    [unsold.id],
  )
  await query(
    `update jobs.job set state = 'failed', retry_count = 3, output = '{"code": "SMTP 535"}' where name = 'policy-mail'`,
  )
  const listed = await waiting.run(house, {})
  expect(listed.isWell).toBe(false)
  const text = listed.lines.join('\n')
  expect(text).toContain(
    `policy not settled  ${unsold.id}  the insurer was asked 3 times: timeout, quote ${unsold.attributes.policyDetails.quoteNum} (${unsold.id})`,
  )
  expect(text).toMatch(/refund due .+ 123\.45 NZD/)
  expect(text).toMatch(
    new RegExp(
      `gave up: policy-mail {2}\\S+ {2}after 3 repeats: SMTP 535, quote ${sold.attributes.policyDetails.quoteNum} \\(${sold.id}\\)`,
    ),
  )

  expect((await retry.run(house, {})).lines).toEqual([
    '1 jobs, 1 refunds, 0 card payments and 1 purchases are tried again.',
  ])
  const due = await query(`select look_again_at <= now() as due from payment`)
  expect(due.rows).toEqual([{ due: true }])
  await query('delete from payment')
  await query('delete from issuance where quote_id = $1', [unsold.id])
})

it('[PAY-11] [PAY-07] a card payment of which nobody knows whether it was paid is listed, and asked about at once', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idem_key, quote_version, amount_cents, currency, state, look_again_at, unclear_since, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'EXPIRED', now() + interval '1 hour', now() - interval '10 minutes', now(), now())`,
    [id, unsold.id],
  )
  const listed = await waiting.run(house, {})
  expect(listed.isWell).toBe(false)
  expect(listed.lines.join('\n')).toMatch(new RegExp(`card payment unclear  ${id}  123\\.45 NZD`))
  expect((await retry.run(house, {})).lines).toEqual([
    '0 jobs, 0 refunds, 1 card payments and 0 purchases are tried again.',
  ])
  const due = await query(`select look_again_at <= now() as due, unclear_since from payment`)
  expect(due.rows).toEqual([{ due: true, unclear_since: null }])
  await query('delete from payment')
})

it('[PAY-07] [PAY-11] money on a page of the card partner we had before is not lost in silence: its payment is listed', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idem_key, quote_version, amount_cents, currency, state, psp_session, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'PENDING', $3, now() - interval '5 days', now() - interval '5 days')`,
    [id, unsold.id, cardAdapters.windcave.unknownSession],
  )
  const told: unknown[] = []
  const { services } = world.house
  await settlePayment(id, {
    ...services,
    cards: cardAdapters.stripe.make('http://127.0.0.1:9'),
    now: () => new Date(Date.now() - 600_000),
    log: { ...services.log, error: (...line) => void told.push(line) },
  })
  expect(told).toEqual([['payment-unclear', { paymentId: id, reason: 'another partner' }]])
  expect((await waiting.run(house, {})).lines.join('\n')).toContain(`card payment unclear  ${id}`)
  // Its own partner, asked again, knows: nothing came.
  expect((await retry.run(house, {})).lines).toEqual([
    '0 jobs, 0 refunds, 1 card payments and 0 purchases are tried again.',
  ])
  await settlePayment(id, services)
  expect((await query('select state, unclear_since from payment where id = $1', [id])).rows).toEqual([
    { state: 'EXPIRED', unclear_since: null },
  ])
  await query('delete from payment')
})

it('[PAY-11] a refund that may have been made is listed as such, and asked for by nobody', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idem_key, quote_version, amount_cents, currency, state, unclear_since, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'REFUND_DUE', now() - interval '10 minutes', now(), now() - interval '10 minutes')`,
    [id, unsold.id],
  )
  const text = (await waiting.run(house, {})).lines.join('\n')
  expect(text).toMatch(new RegExp(`refund unclear  ${id}  123\\.45 NZD`))
  expect(text).toContain('A refund unclear:')
  expect(text).not.toMatch(new RegExp(`refund due  ${id}`))
  expect((await retry.run(house, {})).lines).toEqual([
    '0 jobs, 0 refunds, 0 card payments and 0 purchases are tried again.',
  ])
  await query('delete from payment')
})

it.each(['PENDING', 'DECLINED'])(
  '[PAY-11] [PAY-07] a card payment (%s) that a person found unpaid is asked about no more',
  async state => {
    const id = randomUUID()
    await query(
      `insert into payment (id, quote_id, idem_key, quote_version, amount_cents, currency, state, psp_session, look_again_at, unclear_since, created_at, changed_at)
       values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', $3, $4, now() + interval '1 hour', now() - interval '10 minutes', now(), now())`,
      [id, unsold.id, state, `S-${id}`],
    )
    for (const wrong of [{ unpaid: 'x' }, { unpaid: id, quote: unsold.id }])
      await expect(settle.run(house, wrong)).rejects.toThrow('--unpaid')
    expect(await settle.run(house, { unpaid: id })).toMatchObject({ isWell: true })
    expect(await settle.run(house, { unpaid: id })).toMatchObject({ isWell: false })
    expect((await query('select state, look_again_at, unclear_since from payment')).rows).toEqual([
      { state: state === 'PENDING' ? 'EXPIRED' : state, look_again_at: null, unclear_since: null },
    ])
    const noted = await query(
      `select details from audit where what = 'payment-found-unpaid' and details->>'paymentId' = $1`,
      [id],
    )
    expect(noted.rows).toEqual([{ details: { paymentId: id, byHand: true } }])
    await query('delete from payment')
  },
)

it('[EDGE-13] what the insurer told a person settles a purchase that nobody else could, as a policy or as none', async () => {
  const { services } = world.house
  const stuck = async () => {
    const client = await world.browser()
    const quote = await quoted(client)
    await savePolicyholders(client, quote)
    ;(await client.call('quoteBind', { body: bindBody(quote) })).ok()
    // As it would stand had the insurer's answer been lost.
    await query('delete from policy where quote_id = $1', [quote.id])
    await query(`update quote set status = 'BINDING' where id = $1`, [quote.id])
    await query(`update issuance set state = 'UNKNOWN', policy_number = null where quote_id = $1`, [quote.id])
    await query('delete from insurer.policy where quote_number = $1', [
      quote.attributes.policyDetails.quoteNum,
    ])
    return quote.id
  }
  const bought = await stuck()
  for (const wrong of [{}, { policy: 'a b' }, { refused: 'no' }, { policy: 'P-1', refused: 'yes' }])
    await expect(settle.run(house, { quote: bought, ...wrong })).rejects.toThrow('either --policy')
  await expect(settle.run(house, { quote: 'x', policy: 'P-1' })).rejects.toThrow('--quote')
  expect(await settle.run(house, { quote: sold.id, policy: 'P-1' })).toMatchObject({ isWell: false })
  expect(await settle.run(house, { quote: bought, policy: 'P-77' })).toMatchObject({ isWell: true })
  expect(await issuePolicy(bought, services)).toEqual({ outcome: 'issued', policyNumber: 'P-77' })
  expect((await services.books.findPolicy(bought))?.policy_number).toBe('P-77')

  const refused = await stuck()
  await settle.run(house, { quote: refused, refused: 'yes' })
  expect(await issuePolicy(refused, services)).toMatchObject({ outcome: 'rejected' })
  expect((await services.books.findQuote(refused))?.status).toBe('QUOTED')
  await world.mails(2)
  for (const id of [bought, refused]) {
    await query('delete from policy where quote_id = $1', [id])
    await query('delete from issuance where quote_id = $1', [id])
    await query('delete from quote where id = $1', [id])
  }
})

it('[PAY-11] a card’s money beside a policy that was paid by bank is listed', async () => {
  await query(
    `insert into payment (id, quote_id, idem_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 1, 12345, 'NZD', 'APPROVED', now(), now() - interval '1 hour')`,
    [sold.id],
  )
  const { lines } = await waiting.run(house, {})
  expect(lines.join()).toMatch(
    new RegExp(
      `paid, no policy .+ 123\\.45 NZD, quote ${sold.attributes.policyDetails.quoteNum} \\(${sold.id}\\)`,
    ),
  )
  expect(lines.filter(line => line.startsWith('Paid, no policy:'))).toHaveLength(1)
  await query('delete from payment')
})

it('[PAY-11] money that bought nothing is written down as back once nothing can be bought with it any more, and not before', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idem_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'APPROVED', now(), now() - interval '2 days')`,
    [id, unsold.id],
  )
  for (const state of ['INTENT', 'UNKNOWN', 'ISSUED']) {
    await query(
      `insert into issuance (quote_id, idem_key, quote_version, request_hash, state, payment_id, created_at, changed_at)
       values ($1, gen_random_uuid(), 1, 'x', $2, $3, now(), now())`,
      [unsold.id, state, id],
    )
    expect(await settle.run(house, { refunded: id }), state).toMatchObject({ isWell: false })
    await query('delete from issuance where quote_id = $1', [unsold.id])
  }
  expect(await world.house.services.books.findPayment(id)).toMatchObject({ state: 'APPROVED' })
  expect((await invariants.run(house, {})).lines.join()).toContain('I6')
  const settled = await settle.run(house, { refunded: id })
  expect(settled).toMatchObject({ isWell: true, lines: [expect.stringContaining('tell them')] })
  expect(await settle.run(house, { refunded: id })).toMatchObject({ isWell: false })
  expect(await world.house.services.books.findPayment(id)).toMatchObject({ state: 'REFUNDED' })
  expect((await waiting.run(house, {})).lines.join()).not.toContain(id)
  expect((await invariants.run(house, {})).lines.join()).not.toContain('I6')
  const noted = await query(`select what from audit where details->>'paymentId' = $1`, [id])
  expect(noted.rows).toEqual([{ what: 'payment-refunded' }])
  await query('delete from payment')
})

it('[PAY-11] money a person has sent back by hand is written down as back, and waits no more', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idem_key, quote_version, amount_cents, currency, state, look_again_at, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'REFUND_DUE', now() + interval '1 day', now(), now() - interval '1 hour')`,
    [id, unsold.id],
  )
  expect((await waiting.run(house, {})).lines.join()).toContain(`refund due  ${id}`)
  // The partner is still being asked: it would be sent back twice.
  expect(await settle.run(house, { refunded: id })).toMatchObject({ isWell: false })
  await query('update payment set look_again_at = null')
  expect(await settle.run(house, { refunded: id })).toMatchObject({ isWell: true })
  expect(await world.house.services.books.findPayment(id)).toMatchObject({ state: 'REFUNDED' })
  expect((await waiting.run(house, {})).lines.join()).not.toContain(id)
  const noted = await query(
    `select details from audit where what = 'payment-refunded' and details->>'paymentId' = $1`,
    [id],
  )
  expect(noted.rows).toEqual([{ details: { paymentId: id, byHand: true } }])
  for (const wrong of [{ refunded: 'x' }, { refunded: id, quote: unsold.id }])
    await expect(settle.run(house, wrong)).rejects.toThrow('--refunded')
  await query('delete from payment')
})

const nobodyFound =
  'No policyholder with this e-mail and date of birth. Whoever is only a driver is found by --quote and --dob.'
const maia = { email: holder.email, dob: holder.dateOfBirth }

it('gives a person all that is kept about them, and no secret of ours', async () => {
  const [text = ''] = (await exportPerson.run(house, maia)).lines
  const kept = JSON.parse(text)
  expect(kept).toHaveLength(2)
  for (const fact of ['Māia', 'JHU968', sold.attributes.policyDetails.quoteNum, 'policy-issued'])
    expect(text).toContain(fact)
  // The bank details, as long as they are kept.
  for (const theirs of ['12-3140-0171323-50', 'M O’Brien', 'ISSUED']) expect(text).toContain(theirs)
  for (const secret of ['notice_token_hash', 'sid_hash', 'request_enc', 'holders_hash', 'idem', 'lease'])
    expect(text).not.toContain(secret)
  expect(await exportPerson.run(house, { ...maia, dob: '1988-04-13' })).toEqual({
    lines: [nobodyFound],
    isWell: false,
  })
  await expect(exportPerson.run(house, { email: 'maia' })).rejects.toThrow('--dob')
})

it('a person is found however their e-mail is written, and a refused bind keeps no bank details of theirs', async () => {
  const quote = await answered()
  await query(
    `insert into issuance (quote_id, idem_key, quote_version, request_hash, request_enc, state, created_at, changed_at)
     values ($1, gen_random_uuid(), 1, 'x', $2, 'REJECTED', now(), now())`,
    [quote.id, lock(house.keys(), `issuance|request_enc|${quote.id}`, '{"policy":{"policyholders":[]}}')],
  )
  const shouted = { ...maia, email: holder.email.toUpperCase() }
  expect(JSON.parse((await exportPerson.run(house, shouted)).lines[0] ?? '')).toHaveLength(3)
  // A pattern is nothing but letters here.
  expect((await exportPerson.run(house, { ...maia, email: '%@%' })).lines).toEqual([nobodyFound])
  const { lines } = await erasePerson.run(house, shouted)
  expect(lines.find(line => line.startsWith(quote.id))).toContain('forgotten')
  const { rows } = await query('select request_enc from issuance where quote_id = $1', [quote.id])
  expect(rows).toEqual([{ request_enc: null }])
  await query('delete from issuance where quote_id = $1', [quote.id])
  unsold = await answered()
})

it('[EDGE-13] a person who stands in a locked bind request alone is found, and forgotten once it is refused', async () => {
  const quote = await quoted(await world.browser())
  const hemi = { ...holder, firstName: 'Hēmi', email: 'hemi@example.nz', dateOfBirth: '1970-02-03' }
  const request = { policy: { idempotencyKey: randomUUID(), policyholders: [hemi] } }
  await query(
    `insert into issuance (quote_id, idem_key, quote_version, request_hash, request_enc, state, created_at, changed_at)
     values ($1, gen_random_uuid(), 1, 'x', $2, 'UNKNOWN', now(), now())`,
    [quote.id, lock(house.keys(), `issuance|request_enc|${quote.id}`, JSON.stringify(request))],
  )
  const asked = { email: 'Hemi@example.nz', dob: '1970-02-03' }
  expect((await exportPerson.run(house, { ...asked, dob: '1970-02-04' })).lines).toEqual([nobodyFound])
  const [text = ''] = (await exportPerson.run(house, asked)).lines
  expect(JSON.parse(text)).toHaveLength(1)
  expect(text).toContain('Hēmi')
  expect((await erasePerson.run(house, asked)).lines).toEqual([expect.stringContaining('kept for now')])
  await query(`update issuance set state = 'REJECTED' where quote_id = $1`, [quote.id])
  expect((await erasePerson.run(house, asked)).lines).toEqual([`${quote.id}: forgotten.`])
  expect((await exportPerson.run(house, asked)).lines).toEqual([nobodyFound])
  await query('delete from issuance where quote_id = $1', [quote.id])
})

it('who only drives is found by the quote and shown nobody else’s answers; of who is not found it is said what was looked for', async () => {
  const quote = await quoted(await world.browser())
  const { quoteNum } = quote.attributes.policyDetails
  const driver = { quote: quoteNum, dob: holder.dateOfBirth }
  const nobody = { email: 'nobody@example.nz', dob: holder.dateOfBirth }
  expect(await erasePerson.run(house, nobody)).toEqual({ lines: [nobodyFound], isWell: false })
  const another = await erasePerson.run(house, { ...driver, dob: '1988-04-13' })
  expect(another.lines).toEqual([`No driver with this date of birth in quote ${quoteNum}.`])
  const [text = ''] = (await exportPerson.run(house, driver)).lines
  expect(JSON.parse(text)).toEqual([
    { quoteNumber: quoteNum, drivers: [expect.objectContaining({ dateOfBirth: holder.dateOfBirth })] },
  ])
  await expect(erasePerson.run(house, { ...driver, email: holder.email })).rejects.toThrow('--quote')
  expect((await erasePerson.run(house, driver)).lines).toEqual([`${quote.id}: forgotten.`])
  expect((await exportPerson.run(house, driver)).lines).toEqual([
    `No driver with this date of birth in quote ${quoteNum}.`,
  ])
  // What a policy says of its drivers stays with it.
  const insured = { ...driver, quote: sold.attributes.policyDetails.quoteNum }
  expect((await erasePerson.run(house, insured)).lines).toEqual([expect.stringContaining('seven years')])
})

it('another policyholder is shown the policy and what stands of themselves, and nobody else’s answers or account', async () => {
  const tama = {
    ...holder,
    firstName: 'Tama',
    lastName: 'Kerr',
    email: 'tama@example.nz',
    dateOfBirth: '1985-12-01',
  }
  const rangi = {
    ...holder,
    firstName: 'Rangi',
    lastName: 'Parata',
    email: 'rangi@example.nz',
    mobile: '0279998887',
  }
  const client = await world.browser()
  const quote = await quoted(client)
  const [main] = quote.body.drivers
  if (!main) throw new Error('no driver')
  const drivers = [
    { ...main, givenName: rangi.firstName, surname: rangi.lastName },
    {
      ...main,
      givenName: tama.firstName,
      surname: tama.lastName,
      dateOfBirth: tama.dateOfBirth,
      type: 'Driver2' as const,
    },
  ]
  const { data } = (await client.call('quoteAmend', { body: { ...quote.body, drivers } })).ok()
  const saved = await client.call('quoteCreate', {
    body: {
      id: quote.id,
      policyHolderDetails: [rangi, tama],
      addressDetails: { ...quote.car.address, type: 'POSTAL' },
    },
  })
  saved.ok()
  const shown = async (who: typeof holder) =>
    (await exportPerson.run(house, { email: who.email, dob: who.dateOfBirth })).lines[0] ?? ''
  const others = [
    'Rangi',
    'Parata',
    rangi.dateOfBirth,
    rangi.email,
    rangi.mobile,
    'criminalRecord',
    'postalAddress',
  ]
  const own = ['Tama', 'Kerr', tama.dateOfBirth, 'Driver2', 'JHU968', quote.attributes.policyDetails.quoteNum]
  const unsoldText = await shown(tama)
  expect(JSON.parse(unsoldText)).toHaveLength(1)
  expect(own.filter(fact => !unsoldText.includes(fact))).toEqual([])
  expect(others.filter(fact => unsoldText.includes(fact))).toEqual([])
  expect(await shown(rangi)).toContain(tama.email)

  const body = bindBody({ ...quote, attributes: data.attributes })
  const party = (who: typeof holder) => ({
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
  const account = ['12-3140-0171323-50', '••', 'M O’Brien', 'Māia', 'userAgent', '"ip"', 'ticked']
  const text = await shown(tama)
  expect([...own, policyNumber, 'COMPREHENSIVE', '88 Remuera'].filter(fact => !text.includes(fact))).toEqual(
    [],
  )
  expect([...others, ...account].filter(fact => text.includes(fact))).toEqual([])
  const whole = await shown(rangi)
  expect([...own, ...others, ...account].filter(fact => !whole.includes(fact))).toEqual([])
  // Who gave them is told of all they gave; who was first in what was asked before and is not any more, of that alone.
  await query(
    `update policy set record = jsonb_set(record, '{policyholders}', jsonb_build_array(record->'policyholders'->1, record->'policyholders'->0))
     where quote_id = $1`,
    [quote.id],
  )
  expect(JSON.parse(await shown(rangi))[0].policy.record.payment).toBeUndefined()
  expect(await shown(tama)).not.toContain('12-3140-0171323-50')
  for (const table of ['policy', 'issuance'])
    await query(`delete from ${table} where quote_id = $1`, [quote.id])
  await query('delete from quote where id = $1', [quote.id])
})

it('forgets what was not bought, keeps the policy and says why', async () => {
  const { lines } = await erasePerson.run(house, maia)
  expect(lines).toHaveLength(2)
  expect(lines.find(line => line.startsWith(sold.id))).toContain('seven years')
  expect(lines.find(line => line.startsWith(unsold.id))).toContain('forgotten')
  expect(await world.house.services.books.findQuote(unsold.id)).toMatchObject({
    drivers: null,
    policyholders: null,
    status: 'EXPIRED',
  })
  const left = JSON.parse((await exportPerson.run(house, maia)).lines[0] ?? '')
  expect(left).toHaveLength(1)
})

it('[EDGE-13] what was priced and not kept, and a mail that was given up, are forgotten with the quote', async () => {
  const client = await world.browser()
  const { id } = await register(client)
  const car = await saveCar(client, id)
  // Two tabs ask for the first price at once: the insurer has both, one is kept.
  const ask = () => client.call('quoteCreate', { body: ratedBody(id, car) })
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const attributes = (await client.call('quoteAmend', { body: ratedBody(id, car) })).ok().data.attributes
  const hemi = { ...holder, email: 'hemi-twice@example.nz' }
  await savePolicyholders(client, { ...unsold, id, car, attributes }, hemi)
  await query(
    `insert into jobs.job (name, data, state) values ('quote-mail', $1, 'failed'), ('quote-mail', $2, 'failed')`,
    [
      ...[id, sold.id].map(quoteId =>
        JSON.stringify({ ref: quoteMailRef({ quoteId, to: 'hemi-twice@example.nz' }, house.keys()) }),
      ),
    ],
  )
  const unkept = async () =>
    (
      await query(
        `select risk from insurer.quote i where not closed and not exists (
           select 1 from quote q where q.quote_number = i.quote_number and q.purged_at is null)`,
      )
    ).rows
  expect(await unkept()).toMatchObject([{ risk: { plate: 'JHU968' } }])
  const others = `select count(*)::int as count from insurer.quote where not closed and risk->>'plate' = 'JHU968'`
  const [before] = (await query(others)).rows
  const asked = { email: hemi.email, dob: holder.dateOfBirth }
  expect((await erasePerson.run(house, asked)).lines).toEqual([`${id}: forgotten.`])
  expect(await unkept()).toEqual([])
  // Of other quotes for the same car the insurer forgets nothing.
  expect((await query(others)).rows).toEqual([{ count: before?.count - 2 }])
  const { rows } = await query(
    `delete from jobs.job where name = 'quote-mail' and state = 'failed' returning data->>'ref' as ref`,
  )
  expect(rows.map(({ ref }) => readQuoteMailRef(ref, house.keys()).quoteId)).toEqual([sold.id])
})

it('[EDGE-13] bank details are locked again with the newest key, and opened by it alone', async () => {
  const old = world.house.services.keys
  const pii = new Map<string, Uint8Array>([['9', randomBytes(32)], ...old.pii])
  const rotated = await rotateKeys.run({ ...house, keys: () => ({ ...old, pii }) }, {})
  expect(rotated).toEqual({ lines: ['1 locked again with key 9; 0 are left under another.'], isWell: true })
  const { rows } = await query('select request_enc as sealed from issuance')
  const open = (keys: ReadonlyMap<string, Uint8Array>) =>
    unlock({ ...old, pii: keys }, `issuance|request_enc|${sold.id}`, rows[0]?.sealed)
  expect(open(new Map([...pii].slice(0, 1)))).toContain('12-3140-0171323-50')
  expect(() => open(old.pii)).toThrow('unknown key')
  expect((await rotateKeys.run({ ...house, keys: () => ({ ...old, pii }) }, {})).lines[0]).toMatch(
    /^0 locked/,
  )
})

it('[EDGE-13] a key whose name differs in one sign from the newest is not taken for it', async () => {
  const old = world.house.services.keys
  const [first = new Uint8Array()] = old.pii.values()
  const alike = new Map([['k12', first]])
  await query('update issuance set request_enc = $2 where quote_id = $1', [
    sold.id,
    lock({ ...old, pii: alike }, `issuance|request_enc|${sold.id}`, 'bank details'),
  ])
  const pii = new Map<string, Uint8Array>([['k_2', randomBytes(32)], ...alike])
  const rotated = await rotateKeys.run({ ...house, keys: () => ({ ...old, pii }) }, {})
  expect(rotated.lines).toEqual(['1 locked again with key k_2; 0 are left under another.'])
  const back = lock(old, `issuance|request_enc|${sold.id}`, 'bank details')
  await query('update issuance set request_enc = $2 where quote_id = $1', [sold.id, back])
})

it('[EDGE-11] a mail that waits is locked again too: the older key may go before it is sent', async () => {
  const old = world.house.services.keys
  const mail = { quoteId: sold.id, to: 'aroha@example.nz' }
  await query(
    `insert into jobs.job (name, data, state, start_after) values ('quote-mail', $1, 'failed', now() + interval '1 day')`,
    [JSON.stringify({ ref: quoteMailRef(mail, old) })],
  )
  const newest = new Map<string, Uint8Array>([['n', randomBytes(32)]])
  const pii = new Map([...newest, ...old.pii])
  const rotated = await rotateKeys.run({ ...house, keys: () => ({ ...old, pii }) }, {})
  expect(rotated).toEqual({ lines: ['2 locked again with key n; 0 are left under another.'], isWell: true })
  const { rows } = await query(`select data->>'ref' as ref from jobs.job where name = 'quote-mail'`)
  expect(readQuoteMailRef(rows[0]?.ref, { ...old, pii: newest })).toEqual(mail)
})

it('[HOLDER-06] a policy mail its recipient refuses for good is listed, and sent again to the right address', async () => {
  const { services } = world.house
  const refusing = { send: async () => ({ outcome: 'refused', reason: 'SMTP 550' }) as const }
  await sendPolicyMail(sold.id, { ...services, mail: refusing })
  const policy = (await services.books.findPolicy(sold.id))?.policy_number ?? ''
  expect((await waiting.run(house, {})).lines.join('\n')).toMatch(
    new RegExp(`policy mail refused {2}${policy} .+ \\(${sold.id}\\)`),
  )
  for (const wrong of [{ policy: 'P-0' }, { policy, email: 'maia' }, {}])
    await expect(mailAgain.run(house, wrong)).rejects.toThrow('--')
  const email = 'maia.obrien@example.nz'
  expect(await mailAgain.run(house, { policy, email })).toMatchObject({ isWell: true })
  // One message, were it sent again and again: the newest is in the box.
  const sentTo = (address: string) =>
    eventually(async () => (await world.mails(1)).find(mail => mail.to.includes(address)))
  const again = await sentTo(email)
  expect(again.attachments).toHaveLength(3)
  await eventually(
    async () => !(await waiting.run(house, {})).lines.join().includes(`policy mail refused  ${policy}`),
  )
  expect((await services.books.findPolicy(sold.id))?.record.policyholders[0]?.email).toBe(email)
})

// Last, for the audit forgets nothing.
it('[PAY-05] [EDGE-13] a policy that stands at the insurer’s alone is listed once, with its number, until a person has seen to it', async () => {
  const note = `insert into audit (id, at, quote_id, what, details)
    values (gen_random_uuid(), now(), $1, 'policy-unkept', '{"policyNumber": "KM-1"}')`
  for (const _ of ['said', 'said again']) await query(note, [unsold.id])
  const named = `policy in no book of ours  ${unsold.id}  the insurer says KM-1`
  const listed = async () => (await waiting.run(house, {})).lines.filter(line => line.includes(named))
  expect(await listed()).toHaveLength(1)
  expect((await waiting.run(house, {})).isWell).toBe(false)
  for (const wrong of [{}, { quote: 'x' }, { quote: unsold.id, policy: 'KM-1' }])
    await expect(seen.run(house, wrong)).rejects.toThrow('Say one of')
  expect(await seen.run(house, { quote: sold.id })).toMatchObject({ isWell: false })
  expect(await seen.run(house, { quote: unsold.id })).toMatchObject({ isWell: true })
  expect(await listed()).toEqual([])
  await query(note, [unsold.id])
  expect(await listed()).toHaveLength(1)
  await seen.run(house, { quote: unsold.id })
})

it('[EDGE-13] an account behind many policies is listed until a person has seen to it, and again with the next policy', async () => {
  const bind = () =>
    query(
      `with ordered as (
         insert into quote (id, brand, origin, plate, created_at, changed_at)
         values (gen_random_uuid(), 'openroad', '', '', now(), now()) returning id
       ), asked as (
         insert into issuance (quote_id, idem_key, quote_version, request_hash, account_mark, state, created_at, changed_at)
         select id, gen_random_uuid(), 1, '', 'mark-1', 'ISSUED', now(), now() from ordered
       )
       insert into audit (id, at, quote_id, what) select gen_random_uuid(), now(), id, 'bind-intended' from ordered`,
    )
  const listed = async () =>
    (await waiting.run(house, {})).lines.filter(line => line.includes('one account, many policies  mark-1'))
  for (let policy = 1; policy <= 5; policy += 1) await bind()
  expect(await listed()).toEqual([])
  await bind()
  expect(await listed()).toEqual([expect.stringContaining('6 in 30 days')])
  expect(await seen.run(house, { account: 'mark-2' })).toMatchObject({ isWell: false })
  expect(await seen.run(house, { account: 'mark-1' })).toMatchObject({ isWell: true })
  expect(await listed()).toEqual([])
  await bind()
  expect(await listed()).toEqual([expect.stringContaining('7 in 30 days')])
})

it('[HOLDER-06] a mail refused by somebody who cannot be reached is taken off the list', async () => {
  const { services } = world.house
  const refusing = { send: async () => ({ outcome: 'refused', reason: 'SMTP 550' }) as const }
  await sendPolicyMail(sold.id, { ...services, mail: refusing })
  const policy = (await services.books.findPolicy(sold.id))?.policy_number ?? ''
  const listed = async () =>
    (await waiting.run(house, {})).lines.filter(line => line.includes(`policy mail refused  ${policy}`))
  expect(await listed()).toHaveLength(1)
  expect(await seen.run(house, { policy: 'P-0' })).toMatchObject({ isWell: false })
  expect(await seen.run(house, { policy })).toMatchObject({ isWell: true })
  expect(await listed()).toEqual([])
})

it.each(mailKinds)(
  '[HOLDER-06] [EDGE-13] a %s its recipient refuses for good is listed with its quote until a person has seen to it',
  async kind => {
    const { services } = world.house
    const refusing = { send: async () => ({ outcome: 'refused', reason: 'SMTP 550' }) as const }
    const messageId = `<${kind}-1@openroad.openroad>`
    const from = { name: 'Openroad', address: 'hello@openroad.example' }
    const message = {
      messageId,
      from,
      replyTo: from.address,
      to: holder.email,
      subject: '',
      text: '',
      html: '',
    }
    const send = () =>
      deliver({ ...message, attachments: [] }, sold.id, { ...services, mail: refusing }, kind)
    await send()
    const listed = async () =>
      (await waiting.run(house, {})).lines.filter(
        line => line.includes(`  ${refusedMails[kind].listed}  `) && line.endsWith(`(${sold.id})`),
      )
    expect(await listed()).toHaveLength(1)
    expect((await waiting.run(house, {})).lines).toContain(adviceOn(kind))
    expect(await seen.run(house, { quote: unsold.id, mail: kind })).toMatchObject({ isWell: false })
    for (const wrong of [{ quote: sold.id, mail: 'letter' }, { policy: 'P-0', mail: kind }, { mail: kind }])
      await expect(seen.run(house, wrong)).rejects.toThrow('Say one of')
    expect(await seen.run(house, { quote: sold.id, mail: kind })).toMatchObject({ isWell: true })
    expect(await listed()).toEqual([])
    await send()
    expect(await listed()).toHaveLength(1)
    await seen.run(house, { quote: sold.id, mail: kind })
  },
)

it('[T21] [HOLDER-02] a notice that was held, its reader having had too many mails of ours, is listed as such', async () => {
  await query(
    `insert into audit (id, at, quote_id, what, details)
     values (gen_random_uuid(), now(), $1, 'notice-refused', '{"message": "<notice-1.X>", "tooMany": true}')`,
    [sold.id],
  )
  const listed = async () =>
    (await waiting.run(house, {})).lines.filter(line => line.includes('  notice refused  '))
  expect(await listed()).toEqual([
    expect.stringContaining(`${sold.id}  by us, its reader having too many mails: <notice-1.X>`),
  ])
  await seen.run(house, { quote: sold.id, mail: 'notice' })
  expect(await listed()).toEqual([])
})

it('[EDGE-13] before the first node of a version has brought the tables up to date nobody is called by the clock, and a person is told', async () => {
  const old = await testDatabase()
  onTestFinished(() => old.close())
  const run = promisify(execFile)
  const ops = (...args: string[]) =>
    run(process.execPath, [...nodeFlags, 'scripts/ops.ts', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, DATABASE_URL: old.url },
    }).then(
      ({ stdout }) => [0, stdout],
      ({ code, stderr }) => [code, stderr],
    )
  const told = 'These tables are older than this version: no node of it has brought them up to date yet.\n'
  // The queue's are made by the first node that starts.
  expect(await ops('waiting')).toEqual([0, told])
  await old.pool.query('alter table payment rename unclear_since to as_it_was')
  expect(await ops('waiting')).toEqual([0, told])
  expect(await ops('retry')).toEqual([1, told])
  await old.pool.query('drop table kysely_migration')
  expect(await ops('waiting')).toEqual([
    1,
    'This database holds nothing yet: start the server on it first.\n',
  ])
})
