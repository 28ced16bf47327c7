/**
 * Tests of one car insured from plate to policy through the API alone: by bank, by card, and with everything
 * that must not happen.
 */
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { ConnectionUnavailableError } from '#db/postgres-errors.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { goodCard } from '#test/cards.ts'
import { dumpDatabase } from '#test/database-dump.ts'
import {
  bindBody,
  createRatedQuote,
  holder,
  linkIn,
  logIn,
  paymentUrls,
  policyholdersBody,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  register,
} from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForFile, appForTest, type Client, eventually, realDocuments } from '#test/test-app.ts'

type BindBody = ReturnType<typeof bindBody>

const world = await appForFile()

it('[PAY-03] [EDGE-18] moving the start of cover does not keep a first debit before it', async () => {
  const { client, quote, openPage, amend } = await ratedCustomer(world, { frequency: 'MONTHLY' })
  const today = nzToday(new Date())
  const saved = (paymentStartDate: string) =>
    client.call('quoteCreate', {
      body: policyholdersBody(quote, { paymentMethod: 'Credit_Card', paymentStartDate }),
    })
  const save = async (paymentStartDate: string) => (await saved(paymentStartDate)).ok()
  for (const wrong of [addDays(today, -1), addDays(today, 15)]) {
    const refused = await saved(wrong)
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'paymentStartDate' }] } })
  }
  await save(addDays(today, 14))
  const { attributes } = quote.body
  const body = {
    ...quote.body,
    attributes: {
      ...attributes,
      quoteRequestDetails: { ...attributes.quoteRequestDetails, policyInceptionDate: addDays(today, 20) },
    },
  }
  ;(await amend(body)).ok()
  expect((await openPage()).json).toMatchObject({ code: 'NOT_READY' })
  await save(addDays(today, 20))
  ;(await openPage()).ok()
})

const policyOf = async (client: Client, id: string) =>
  (await client.call('policyRetrieve', { query: { uuid: id } })).json as Record<string, unknown>

const policies = async (id: string) =>
  (await world.query('select policy_number from policy where quote_id = $1', [id])) as {
    policy_number: string
  }[]

/** The body of a bind with other attributes. */
const bindBodyWith = (quote: RatedCustomer, changes: Partial<BindBody['attributes']>): BindBody => {
  const body = bindBody(quote)
  return { ...body, attributes: { ...body.attributes, ...changes } }
}

describe('by bank', () => {
  it.each([
    ['COMPREHENSIVE', (value: number) => value],
    ['THIRD_PARTY_FIRE_THEFT', (value: number) => value],
    ['THIRD_PARTY', () => 0],
  ] as const)(
    '[EDGE-13] [EDGE-08] [EDGE-15] [PAY-05] [PAY-07] binds a policy of %s, and its buyer reads four fields',
    async (cover, amountOf) => {
      const { client, quote, bind } = await ratedCustomer(world, { cover })
      const { policyNumber } = (await bind()).ok()
      expect(policyNumber).toMatch(/^OR\d{9}$/)
      expect(await policyOf(client, quote.id)).toEqual({
        policyId: policyNumber,
        paymentFrequency: 'FORTNIGHTLY',
        cover,
        amountCovered: amountOf(quote.car.value),
      })
    },
  )

  it('[EDGE-13] [HOLDER-01] a bind in the words of the specification insures the company of step 4', async () => {
    const { client, quote, bind } = await ratedCustomer(world)
    const named = policyholdersBody(quote, {
      policyHolderDetails: [{ ...holder, businessName: 'Kererū Trust' }],
    })
    ;(await client.call('quoteCreate', { body: named })).ok()
    const told = vi.spyOn(world.services.insurer, 'bind')
    ;(await bind()).ok()
    expect(told.mock.calls.map(([policy]) => policy.businessName)).toEqual(['Kererū Trust'])
  })

  it('[EDGE-13] [PAY-02] [PAY-03] the insurer receives the policyholders and the bank account unchanged', async () => {
    const { quote, bind } = await ratedCustomer(world)
    const { bindPolicyParties, paymentContextDetails } = bindBody(quote).attributes
    const { individualPolicyHolder } = bindPolicyParties.primaryPolicyHolder
    const firstDebit = addDays(quote.attributes.policyInceptionDate, 14)
    const told = vi.spyOn(world.services.insurer, 'bind')
    const bound = await bind(
      bindBodyWith(quote, {
        bindPolicyParties: {
          primaryPolicyHolder: { individualPolicyHolder, businessName: 'Kererū Trust' },
          additionalPolicyHolders: [
            { individualPolicyHolder: { ...individualPolicyHolder, givenName: 'Rangi', title: 'Mr' } },
          ],
        },
        paymentContextDetails: { ...paymentContextDetails, paymentStartDate: firstDebit },
      }),
    )
    bound.ok()
    expect(told.mock.calls.map(([policy]) => policy)).toEqual([
      {
        idempotencyKey: expect.any(String),
        quoteNumber: quote.attributes.policyDetails.quoteNum,
        history: quote.attributes.policyHistory,
        plate: 'JHU968',
        // Of where the car is kept: the insurer has not heard of another.
        insured: {
          postcode: '1050',
          drivers: quote.body.drivers.map(({ givenName }) =>
            expect.objectContaining({ firstName: givenName }),
          ),
        },
        policyholders: [holder, { ...holder, title: 'Mr', firstName: 'Rangi' }],
        businessName: 'Kererū Trust',
        postalAddress: expect.objectContaining({ postcode: '1050', suburb: 'Remuera' }),
        payment: {
          method: 'bank',
          accountName: 'M O’Brien',
          accountNumber: '12-3140-0171323-50',
          authoriserName: 'Māia O’Brien',
          debitDay: Number(firstDebit.slice(8)),
        },
      },
    ])
  })

  it('[HOLDER-07] [EDGE-13] an annual premium is paid by card only', async () => {
    const { quote, bind } = await ratedCustomer(world, { frequency: 'ANNUAL' })
    const refused = await bind()
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'attributes.paymentContextDetails' }] },
    })
    expect(await policies(quote.id)).toEqual([])
  })

  it('[PAY-04] [EDGE-16] keeps what shows later that the direct debit terms were agreed to, and no account number in clear', async () => {
    const { client, quote } = await ratedCustomer(world)
    // A header may hold what no screen is to show.
    const headers = { 'user-agent': `Browser\u0085 1\t${'x'.repeat(300)}` }
    const { policyNumber } = (await client.call('quoteBind', { body: bindBody(quote), headers })).ok()
    const rows = await world.query('select record, terms_at from policy where policy_number = $1', [
      policyNumber,
    ])
    const { terms, maskedSource } = rows[0].record.payment
    const page = await client.call('directDebitTerm')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const shown = page.bytes
    expect(terms).toMatchObject({
      version: '2026-11-27',
      textSha256: createHash('sha256').update(shown).digest('hex'),
      ticked: ['I am authorised to operate this account', 'I agree to the direct debit terms'],
      ip: '127.0.0.1',
      userAgent: `Browser 1${'x'.repeat(191)}`,
    })
    expect(new Date(terms.agreedAt)).toEqual(rows[0].terms_at)
    // The order's own instant is when the policy was bought, whenever the insurer answers.
    expect(rows[0].record.boughtAt).toBe(terms.agreedAt)
    expect(maskedSource).toBe('••-••••-•••••23-50')
    const dump = await dumpDatabase(world.database.pool)
    expect(dump).toContain(quote.id)
    expect(dump).not.toContain('0171323')
  })

  it('[PAY-06] [EDGE-14] [EDGE-11] mails the schedule, and a link that opens the policy in another browser', async () => {
    const sender = await appForTest({ replace: { pdfRenderer: realDocuments } })
    const { quote, bind } = await ratedCustomer(sender)
    const { policyNumber } = (await bind()).ok()
    const [mail] = await sender.mails(1)
    if (!mail) throw new Error('no mail')
    expect(mail.subject).toContain(policyNumber)
    expect(mail.to).toBe(holder.email)
    expect(mail.attachments.map(one => one.filename)).toEqual([
      'policyDetails.pdf',
      'policyWording.pdf',
      'policyDates.ics',
    ])
    expect(
      mail.attachments.map(({ base64 }) => Buffer.from(base64, 'base64').subarray(0, 5).toString()),
    ).toEqual(['%PDF-', '%PDF-', 'BEGIN'])
    const { id: user_id, token: password } = linkIn(mail.text)
    const other = await sender.browser()
    expect(await policyOf(other, quote.id)).toEqual({})
    expect((await other.call('login', { body: { user_id, password } })).status).toBe(200)
    expect(await policyOf(other, quote.id)).toMatchObject({ policyId: policyNumber })
    const dates = await other.call('calendarRetrieve', { query: { uuid: quote.id } })
    expect(dates.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(dates.bytes.toString()).toContain(`UID:cancel-by-${policyNumber}@`)
    expect(dates.bytes.toString().match(/^BEGIN:VEVENT/gm)).toHaveLength(3)
    const pdf = await other.call('documentRetrieve', {
      body: { documentType: 'New Business', policyNumber, uuid: quote.id },
    })
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it.each<[what: string, fail: (services: Dependencies) => void, code: string]>([
    [
      'lost after the order was stored',
      ({ repositories }) =>
        void vi
          .spyOn(repositories, 'acquireBindLease')
          .mockRejectedValueOnce(Object.assign(new Error('no way there'), { code: 'ECONNREFUSED' })),
      'BIND_PENDING',
    ],
    [
      'lost during the commit',
      services => {
        const transaction = vi.spyOn(services, 'withTransaction').mockImplementationOnce(async work => {
          transaction.mockRestore()
          await services.withTransaction(work)
          throw new Error('Connection terminated unexpectedly')
        })
      },
      'BIND_PENDING',
    ],
    [
      'full, so the order was not stored',
      services =>
        void vi
          .spyOn(services, 'withTransaction')
          .mockRejectedValueOnce(Object.assign(new Error('could not extend file'), { code: '53100' })),
      'OVERLOADED',
    ],
    [
      'out of connections, so nothing was sent',
      services =>
        void vi
          .spyOn(services, 'withTransaction')
          .mockRejectedValueOnce(new ConnectionUnavailableError(new Error('timeout exceeded'))),
      'OVERLOADED',
    ],
  ])(
    '[PAY-05] [EDGE-13] a click while the database is %s can be repeated and gives one policy',
    async (_, fail, code) => {
      const { quote, bind } = await ratedCustomer(world)
      fail(world.services)
      const first = await bind()
      vi.restoreAllMocks()
      expect([first.status, first.headers.get('retry-after'), first.json]).toMatchObject([503, '5', { code }])
      const isLogged = world.logLines.some(line => line.includes('"bind-unknown"') && line.includes(quote.id))
      expect(isLogged).toBe(code === 'BIND_PENDING')
      const { policyNumber } = (await bind()).ok()
      expect(await policies(quote.id)).toEqual([{ policy_number: policyNumber }])
    },
  )

  it('[PAY-05] [EDGE-13] a second order of a sold quote, with another account or other people, is refused', async () => {
    const { quote, bind } = await ratedCustomer(world)
    const body = bindBody(quote)
    const { policyNumber } = (await bind()).ok()
    const { bindPolicyParties, paymentContextDetails } = body.attributes
    const { individualPolicyHolder } = bindPolicyParties.primaryPolicyHolder
    // Debits begin on the first of a month unless told: any other day is another order.
    const inThreeDays = addDays(quote.attributes.policyInceptionDate, 3)
    const firstDebit = inThreeDays.endsWith('-01') ? addDays(inThreeDays, 1) : inThreeDays
    for (const other of [
      {
        paymentContextDetails: {
          ...paymentContextDetails,
          bankPaymentDetails: {
            ...paymentContextDetails.bankPaymentDetails,
            bankAccountNumber: '01-0902-0068389-00',
          },
        },
      },
      { paymentContextDetails: { ...paymentContextDetails, paymentStartDate: firstDebit } },
      {
        bindPolicyParties: {
          primaryPolicyHolder: { individualPolicyHolder: { ...individualPolicyHolder, givenName: 'Rangi' } },
        },
      },
    ]) {
      const refused = await bind(bindBodyWith(quote, other))
      expect(refused).toMatchObject({ status: 409, json: { code: 'QUOTE_CONVERTED' } })
    }
    expect((await bind()).ok()).toEqual({ policyNumber })
  })

  it('[EDGE-16] [PAY-05] a session with only the link does not learn the policy number by binding again', async () => {
    const { quote, bind } = await ratedCustomer(world)
    ;(await bind()).ok()
    const friend = await world.browser()
    await logIn(friend, quote)
    const answer = await friend.call('quoteBind', { body: bindBody(quote) })
    expect(answer).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
    expect(JSON.stringify(answer.json)).not.toMatch(/OR\d{9}/)
  })

  it('[QUOTE-09] a quote changed after its declaration must be declared again before it is paid or bound', async () => {
    const { client, quote, bind, openPage, prospect, saveHolders } = await ratedCustomer(world)
    await saveHolders()
    const amend = async (declarationAgreed?: true) => {
      const body = ratedBody(quote.id, quote.car)
      const attributes = { ...body.attributes, ...(declarationAgreed && { declarationAgreed }) }
      return (await client.call('quoteAmend', { body: { ...body, attributes } })).ok().data.attributes
    }
    const bindStatus = async (attributes: typeof quote.attributes) =>
      (await bind(bindBody({ ...quote, attributes }))).status
    const isDeclarationAccepted = async () => (await prospect()).ok().declarationAgreed
    expect(await isDeclarationAccepted()).toBe(false)
    await amend(true)
    expect(await isDeclarationAccepted()).toBe(true)
    expect(await bindStatus(await amend())).toBe(409)
    expect(await isDeclarationAccepted()).toBe(false)
    const page = await openPage()
    expect(page.json).toMatchObject({ code: 'NOT_READY' })
    expect(await bindStatus(await amend(true))).toBe(200)
  })

  it('[PAY-03] [EDGE-13] debits start on the day of the month in the bind, if it has no date', async () => {
    const { quote, bind } = await ratedCustomer(world)
    const { paymentContextDetails } = bindBody(quote).attributes
    const firstDebit = addDays(quote.attributes.policyInceptionDate, 9)
    const instalmentDebitDay = Number(firstDebit.slice(8))
    const debit = { ...paymentContextDetails, instalmentDebitDay }
    ;(await bind(bindBodyWith(quote, { paymentContextDetails: debit }))).ok()
    const policy = await world.repositories.findPolicy(quote.id)
    expect(policy?.record.payment).toMatchObject({ firstDebit, countedFrom: firstDebit })
  })

  it.each([
    ['another excess', { voluntaryExcess: 300 }],
    // A year is paid by card only, which would be malformed: the change in another tab is named first.
    ['another frequency', { frequency: 'ANNUAL' }],
  ] as const)(
    '[EDGE-09] [PAY-05] refuses a bind of an older version, and changes nothing: %s',
    async (_, wishes) => {
      const { quote, bind, amend } = await ratedCustomer(world)
      const { car, id } = quote
      ;(await amend(ratedBody(id, car, wishes))).ok()
      const answer = await bind()
      expect(answer).toMatchObject({ status: 409, json: { code: 'STALE' } })
      expect(await policies(id)).toEqual([])
      const { repositories } = world.services
      expect(await repositories.findBindAttempt(id)).toBeUndefined()
      expect(await repositories.findQuote(id)).toMatchObject({ status: 'QUOTED' })
    },
  )
})

describe('by card', () => {
  it('[PAY-03] [PAY-11] [EDGE-13] the insurer receives the paid amount and the start of the instalments', async () => {
    const { client, quote, openPage } = await ratedCustomer(world, { frequency: 'MONTHLY' })
    const paymentStartDate = addDays(quote.attributes.policyInceptionDate, 14)
    const saved = policyholdersBody(quote, {
      policyHolderDetails: [{ ...holder, businessName: 'Kererū Trust' }],
      paymentMethod: 'Credit_Card',
      paymentStartDate,
    })
    ;(await client.call('quoteCreate', { body: saved })).ok()
    const page = (await openPage()).ok()
    const told = vi.spyOn(world.services.insurer, 'bind')
    await submitForm(page.data.attributes.url, { ...goodCard })
    await eventually(async () => (await policies(quote.id)).length === 1)
    const ours = told.mock.calls.filter(
      ([policy]) => policy.quoteNumber === quote.attributes.policyDetails.quoteNum,
    )
    const rows = await world.query('select transaction_id from payment where quote_id = $1', [quote.id])
    expect(ours.map(([policy]) => policy)).toMatchObject([
      {
        policyholders: [holder],
        businessName: 'Kererū Trust',
        payment: {
          method: 'card',
          transactionId: rows[0].transaction_id,
          debitDay: Number(paymentStartDate.slice(8)),
        },
      },
    ])
  })

  it.each(['cancelUrl', 'failureUrl', 'successUrl'] as const)(
    '[PAY-11] refuses a %s that is not ours or lacks the quote id',
    async path => {
      const { client, quote, saveHolders } = await ratedCustomer(world, { frequency: 'ANNUAL' })
      await saveHolders()
      const urls = paymentUrls(world, quote.id)
      for (const wrong of [`https://evil.example/?uuid=${quote.id}`, urls[path].replace(/\?.*/, '')]) {
        const refused = await client.call('paymentCreate', { body: { ...urls, [path]: wrong } })
        expect(refused).toMatchObject({ status: 400, json: { errors: [{ path }] } })
      }
    },
  )
})

describe('access', () => {
  it('[EDGE-16] a browser with an expired session needs a new one for its token', async () => {
    const client = await world.browser()
    const { id, token } = await register(client)
    const sidHash = hashToken(client.cookies.get('sid') ?? '')
    await world.query(
      'delete from session_quote where session_id in (select id from session where sid_hash = $1)',
      [sidHash],
    )
    await world.query('delete from session where sid_hash = $1', [sidHash])
    await logIn(client, { id, token })
    const thief = world.plainClient()
    thief.token = client.token
    const terms = (of: Client) => of.call('directDebitTerm')
    expect((await terms(thief)).status).toBe(401)
    expect((await terms(client)).status).toBe(200)
    expect((await client.call('prospectCar', { query: { id } })).status).toBe(200)
  })

  it('[EDGE-16] [EDGE-13] a client without cookies can buy with its token', async () => {
    const client = world.plainClient()
    const quote = await createRatedQuote(client)
    const { policyNumber } = (await client.call('quoteBind', { body: bindBody(quote) })).ok()
    const bearer = { authorization: `Bearer ${client.token}` }
    const policy = await client.call('policyRetrieve', { query: { uuid: quote.id }, headers: bearer })
    expect(policy.json).toMatchObject({ policyId: policyNumber })
  })

  it('[EDGE-10] [ENTRY-06] number, birth date and postcode together retrieve a quote, and only all three', async () => {
    const { quote } = await ratedCustomer(world)
    const other = await world.browser()
    const ask = (customerDob: string, customerPostcode: string, quoteNumber: string) =>
      other.call('quoteRetrieve', {
        body: { attributes: { insuredDetails: { customerDob, customerPostcode }, quoteNumber } },
      })
    const number = quote.attributes.policyDetails.quoteNum
    expect((await ask('1988-04-13', '1050', number)).status).toBe(204)
    expect((await ask('1988-04-12', '1051', number)).status).toBe(204)
    expect((await ask('1988-04-12', '1050', 'Q-00000-000000')).status).toBe(204)
    const found = (await ask('1988-04-12', '1050', number.toLowerCase())).ok()
    expect(found.prospect.drivers[0]?.givenName).toBe('Māia')
    expect(found.id).toBe(quote.id)

    // The specification can be read both ways: the number among the attributes, or beside them. But not as two numbers.
    const insuredDetails = { customerDob: '1988-04-12', customerPostcode: '1050' }
    const beside = { attributes: { insuredDetails }, quoteNumber: number, type: 'quotes' }
    expect((await other.call('quoteRetrieve', { body: beside })).ok().id).toBe(quote.id)
    for (const body of [
      { attributes: { insuredDetails } },
      { attributes: { insuredDetails, quoteNumber: number }, quoteNumber: number },
    ]) {
      const refused = await other.call('quoteRetrieve', { body })
      expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'attributes.quoteNumber' }] } })
    }
  })

  it('[EDGE-02] the customer who typed the answers reads all of them, under the specified names', async () => {
    const { client, quote, saveHolders } = await ratedCustomer(world)
    await saveHolders()
    const { car, id, attributes } = quote
    for (const query of [{ id }, { id, quoteNum: attributes.policyDetails.quoteNum }])
      expect((await client.call('prospectCar', { query })).ok()).toMatchObject({
        quoteId: id,
        status: 'QUOTED',
        vehicle: { regNumber: 'JHU968' },
        applicant: { firstName: 'Māia', lastName: 'O’Brien' },
        vehicleDetails: {
          transmission: 'Automatic',
          vehicleKey: car.vehicleKey,
          value: car.value,
          isFinanced: 'NO',
        },
        addressDetails: [
          { addressId: car.address.addressId, postcode: '1050', type: 'RISK' },
          { addressId: car.address.addressId, postcode: '1050', type: 'POSTAL' },
        ],
        drivers: quote.body.drivers,
        policyHolderDetails: [holder],
      })
  })

  it('[EDGE-02] a passed-on link shows the car, and people only after the identity check', async () => {
    const { quote } = await ratedCustomer(world)
    const friend = await world.browser()
    await logIn(friend, quote)
    const prospect = (await friend.call('prospectCar', { query: { id: quote.id } })).ok()
    expect(prospect).toMatchObject({
      confirmPerson: true,
      drivers: [],
      addressDetails: [],
      vehicle: { regNumber: 'JHU968' },
    })
    expect(JSON.stringify(prospect)).not.toContain('Māia')
  })
})
