/** Tests of one car insured from plate to policy through the API alone, and of what must not happen. */
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { ConnectionUnavailableError } from '#db/postgres-errors.ts'
import { coverEndDate } from '#journey/cover.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { goodCard } from '#test/cards.ts'
import {
  bindBody,
  carBody,
  createRatedQuote,
  customerReadyToPay,
  linkIn,
  logIn,
  paymentUrls,
  policyholder,
  policyholdersBody,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  register,
} from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForFile, appForTest, type Client, eventually, realPdfRenderer } from '#test/test-app.ts'

type BindBody = ReturnType<typeof bindBody>

const world = await appForFile()

it('[PAY-03] [EDGE-18] moving the start of cover does not keep a first debit before it', async () => {
  const { client, quote, openPage, amend } = await ratedCustomer(world, { frequency: 'MONTHLY' })
  const today = nzToday(new Date())
  const save = (paymentStartDate: string) => {
    const body = policyholdersBody(quote, { paymentMethod: 'Credit_Card', paymentStartDate })
    return client.call('quoteCreate', { body })
  }
  const errors = [{ path: 'paymentStartDate' }]
  for (const wrong of [addDays(today, -1), addDays(today, 15)])
    expect(await save(wrong)).toMatchObject({ status: 400, json: { errors } })
  ;(await save(addDays(today, 14))).ok()
  const startDate = addDays(today, 20)
  ;(await amend(ratedBody(quote.id, quote.car, { frequency: 'MONTHLY', startDate }))).ok()
  expect((await openPage()).json).toMatchObject({ code: 'NOT_READY' })
  ;(await save(startDate)).ok()
  ;(await openPage()).ok()
})

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
      const { quote, bind, retrievePolicy } = await ratedCustomer(world, { cover })
      const { policyNumber: policyId } = (await bind()).ok()
      expect(policyId).toMatch(/^OR\d{9}$/)
      const amountCovered = amountOf(quote.car.value)
      const fields = { policyId, paymentFrequency: 'FORTNIGHTLY', cover, amountCovered }
      expect((await retrievePolicy()).ok()).toEqual(fields)
    },
  )

  it('[EDGE-13] [HOLDER-01] a bind in the words of the specification insures the company of step 4', async () => {
    const { client, quote, bind } = await ratedCustomer(world)
    const policyHolderDetails = [{ ...policyholder, businessName: 'Kererū Trust' }]
    const body = policyholdersBody(quote, { policyHolderDetails })
    ;(await client.call('quoteCreate', { body })).ok()
    const told = vi.spyOn(world.services.insurer, 'bind')
    ;(await bind()).ok()
    expect(told.mock.calls).toMatchObject([[{ businessName: 'Kererū Trust' }]])
  })

  it('[EDGE-13] [PAY-02] [PAY-03] the insurer receives the policyholders and the bank account unchanged', async () => {
    const { quote, bind } = await ratedCustomer(world)
    const { bindPolicyParties, paymentContextDetails } = bindBody(quote).attributes
    const { individualPolicyHolder } = bindPolicyParties.primaryPolicyHolder
    const firstDebit = addDays(quote.attributes.policyInceptionDate, 14)
    const told = vi.spyOn(world.services.insurer, 'bind')
    const rangi = { ...individualPolicyHolder, givenName: 'Rangi', title: 'Mr' as const }
    const order = bindBodyWith(quote, {
      bindPolicyParties: {
        primaryPolicyHolder: { individualPolicyHolder, businessName: 'Kererū Trust' },
        additionalPolicyHolders: [{ individualPolicyHolder: rangi }],
      },
      paymentContextDetails: { ...paymentContextDetails, paymentStartDate: firstDebit },
    })
    ;(await bind(order)).ok()
    const { attributes } = quote
    expect(told.mock.calls).toMatchObject([
      [
        {
          quoteNumber: attributes.policyDetails.quoteNum,
          history: attributes.policyHistory,
          plate: 'JHU968',
          // The overnight address, because the insurer has no other one.
          insured: { postcode: '1050', drivers: [{ firstName: 'Māia' }] },
          policyholders: [policyholder, { ...policyholder, title: 'Mr', firstName: 'Rangi' }],
          businessName: 'Kererū Trust',
          postalAddress: { postcode: '1050', suburb: 'Remuera' },
          payment: {
            method: 'bank',
            accountName: 'M O’Brien',
            accountNumber: '12-3140-0171323-50',
            authoriserName: 'Māia O’Brien',
            debitDay: Number(firstDebit.slice(8)),
          },
        },
      ],
    ])
  })

  it('[HOLDER-07] [EDGE-13] an annual premium is paid by card only', async () => {
    const { quote, bind } = await ratedCustomer(world, { frequency: 'ANNUAL' })
    const errors = [{ path: 'attributes.paymentContextDetails' }]
    expect(await bind()).toMatchObject({ status: 400, json: { errors } })
    expect(await world.repositories.findPolicy(quote.id)).toBeUndefined()
  })

  it('[PAY-04] [EDGE-16] keeps what shows later that the direct debit terms were agreed to, and when cover ends', async () => {
    const startDate = addDays(nzToday(new Date()), 9)
    const { client, quote } = await ratedCustomer(world, { startDate })
    // A header may hold what no screen is to show.
    const headers = { 'user-agent': `Browser\u0085 1\t${'x'.repeat(300)}` }
    ;(await client.call('quoteBind', { body: bindBody(quote), headers })).ok()
    const [policy] = await world.query('select record, terms_at from policy where quote_id = $1', [quote.id])
    const { terms, maskedSource } = policy.record.payment
    const page = await client.call('directDebitTerm')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(terms).toMatchObject({
      version: '2026-11-27',
      textSha256: createHash('sha256').update(page.bytes).digest('hex'),
      ticked: ['I am authorised to operate this account', 'I agree to the direct debit terms'],
      ip: '127.0.0.1',
      userAgent: `Browser 1${'x'.repeat(191)}`,
    })
    expect(new Date(terms.agreedAt)).toEqual(policy.terms_at)
    // The order's own instant is when the policy was bought, whenever the insurer answers.
    expect(policy.record.boughtAt).toBe(terms.agreedAt)
    expect(maskedSource).toBe('••-••••-•••••23-50')
    expect(policy.record.endDate).toBe(coverEndDate(startDate))
  })

  it('[PAY-06] [EDGE-14] [EDGE-11] mails the schedule, and a link that opens the policy in another browser', async () => {
    const sender = await appForTest({ replace: { pdfRenderer: realPdfRenderer } })
    const { quote, bind } = await ratedCustomer(sender)
    const { policyNumber } = (await bind()).ok()
    const [mail] = await sender.mails(1)
    if (!mail) throw new Error('no mail')
    expect(mail).toMatchObject({ to: policyholder.email, subject: expect.stringContaining(policyNumber) })
    const start = (base64: string) => Buffer.from(base64, 'base64').subarray(0, 5).toString()
    expect(mail.attachments.map(({ filename, base64 }) => [filename, start(base64)])).toEqual([
      ['policyDetails.pdf', '%PDF-'],
      ['policyWording.pdf', '%PDF-'],
      ['policyDates.ics', 'BEGIN'],
    ])
    const other = await sender.browser()
    const query = { uuid: quote.id }
    expect((await other.call('policyRetrieve', { query })).json).toEqual({})
    await logIn(other, linkIn(mail.text))
    expect((await other.call('policyRetrieve', { query })).json).toMatchObject({ policyId: policyNumber })
    const dates = await other.call('calendarRetrieve', { query })
    expect(dates.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(dates.bytes.toString()).toContain(`UID:cancel-by-${policyNumber}@`)
    expect(dates.bytes.toString().match(/^BEGIN:VEVENT/gm)).toHaveLength(3)
    const pdf = await other.call('documentRetrieve', {
      body: { documentType: 'New Business', policyNumber, uuid: quote.id },
    })
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  const lost = Object.assign(new Error('no way there'), { code: 'ECONNREFUSED' })
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const unconnected = new ConnectionUnavailableError(new Error('timeout exceeded'))
  const failCommit = (services: Dependencies) => {
    const transaction = vi.spyOn(services, 'withTransaction').mockImplementationOnce(async work => {
      transaction.mockRestore()
      await services.withTransaction(work)
      throw new Error('Connection terminated unexpectedly')
    })
  }
  const failTransaction = (error: Error) => (services: Dependencies) => {
    vi.spyOn(services, 'withTransaction').mockRejectedValueOnce(error)
  }
  const failLease = ({ repositories }: Dependencies) => {
    vi.spyOn(repositories, 'acquireBindLease').mockRejectedValueOnce(lost)
  }
  it.each<[what: string, fail: (services: Dependencies) => void, code: string]>([
    ['lost after the order was stored', failLease, 'BIND_PENDING'],
    ['lost during the commit', failCommit, 'BIND_PENDING'],
    ['full, so the order was not stored', failTransaction(full), 'OVERLOADED'],
    ['out of connections, so nothing was sent', failTransaction(unconnected), 'OVERLOADED'],
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
      expect((await world.repositories.findPolicy(quote.id))?.policy_number).toBe(policyNumber)
    },
  )

  it('[PAY-05] [EDGE-13] a second order of a sold quote, with another account or other people, is refused', async () => {
    const { quote, bind } = await ratedCustomer(world)
    const { policyNumber } = (await bind()).ok()
    const { bindPolicyParties, paymentContextDetails } = bindBody(quote).attributes
    const { individualPolicyHolder } = bindPolicyParties.primaryPolicyHolder
    const bankAccountNumber = '01-0902-0068389-00'
    const bankPaymentDetails = { ...paymentContextDetails.bankPaymentDetails, bankAccountNumber }
    const rangi = { individualPolicyHolder: { ...individualPolicyHolder, givenName: 'Rangi' } }
    // Debits begin on the first of a month by default: any other day is another order.
    const inThreeDays = addDays(quote.attributes.policyInceptionDate, 3)
    const firstDebit = inThreeDays.endsWith('-01') ? addDays(inThreeDays, 1) : inThreeDays
    for (const other of [
      { paymentContextDetails: { ...paymentContextDetails, bankPaymentDetails } },
      { paymentContextDetails: { ...paymentContextDetails, paymentStartDate: firstDebit } },
      { bindPolicyParties: { primaryPolicyHolder: rangi } },
    ]) {
      const refused = await bind(bindBodyWith(quote, other))
      expect(refused).toMatchObject({ status: 409, json: { code: 'QUOTE_CONVERTED' } })
    }
    expect((await bind()).ok()).toEqual({ policyNumber })
  })

  it('[QUOTE-09] a quote changed after its declaration must be declared again before it is paid or bound', async () => {
    const { quote, bind, openPage, prospect, ...customer } = await customerReadyToPay(world)
    const amend = async (declarationAgreed?: true) => {
      const attributes = { ...quote.body.attributes, ...(declarationAgreed && { declarationAgreed }) }
      return (await customer.amend({ ...quote.body, attributes })).ok().data.attributes
    }
    const bindStatus = async (attributes: typeof quote.attributes) =>
      (await bind(bindBody({ ...quote, attributes }))).status
    const isDeclarationAccepted = async () => (await prospect()).ok().declarationAgreed
    expect(await isDeclarationAccepted()).toBe(false)
    await amend(true)
    expect(await isDeclarationAccepted()).toBe(true)
    expect(await bindStatus(await amend())).toBe(409)
    expect(await isDeclarationAccepted()).toBe(false)
    expect((await openPage()).json).toMatchObject({ code: 'NOT_READY' })
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
      expect(await bind()).toMatchObject({ status: 409, json: { code: 'STALE' } })
      expect(await world.repositories.findBindAttempt(id)).toBeUndefined()
      expect(await world.repositories.findQuote(id)).toMatchObject({ status: 'QUOTED' })
    },
  )
})

describe('by card', () => {
  it('[PAY-03] [PAY-11] [EDGE-13] the insurer receives the paid amount and the start of the instalments', async () => {
    const { client, quote, openPage } = await ratedCustomer(world, { frequency: 'MONTHLY' })
    const paymentStartDate = addDays(quote.attributes.policyInceptionDate, 14)
    const saved = policyholdersBody(quote, {
      policyHolderDetails: [{ ...policyholder, businessName: 'Kererū Trust' }],
      paymentMethod: 'Credit_Card',
      paymentStartDate,
    })
    ;(await client.call('quoteCreate', { body: saved })).ok()
    const page = (await openPage()).ok()
    const told = vi.spyOn(world.services.insurer, 'bind')
    await submitForm(page.data.attributes.url, goodCard)
    await eventually(() => world.repositories.findPolicy(quote.id))
    const { quoteNum } = quote.attributes.policyDetails
    const [payment] = await world.repositories.findPaymentsOfQuote(quote.id)
    const debitDay = Number(paymentStartDate.slice(8))
    const byCard = { method: 'card', transactionId: payment?.transaction_id, debitDay }
    const order = { policyholders: [policyholder], businessName: 'Kererū Trust', payment: byCard }
    expect(told.mock.calls.filter(([policy]) => policy.quoteNumber === quoteNum)).toMatchObject([[order]])
  })

  it('[PAY-11] checks all three return URLs', async () => {
    const { client, quote } = await ratedCustomer(world)
    const urls = paymentUrls(world, quote.id)
    for (const path of ['cancelUrl', 'failureUrl', 'successUrl'] as const) {
      const refused = await client.call('paymentCreate', {
        body: { ...urls, [path]: 'https://evil.example/' },
      })
      expect(refused).toMatchObject({ status: 400, json: { errors: [{ path }] } })
    }
  })
})

describe('access', () => {
  it('[EDGE-16] a browser with an expired session needs a new one for its token', async () => {
    const client = await world.browser()
    const { id, token } = await register(client)
    for (const table of ['session_quote', 'session']) await world.query(`delete from ${table}`)
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
    const headers = { authorization: `Bearer ${client.token}` }
    const policy = await client.call('policyRetrieve', { query: { uuid: quote.id }, headers })
    expect(policy.json).toMatchObject({ policyId: policyNumber })
  })

  it('[EDGE-10] [ENTRY-06] number, birth date and postcode together retrieve a quote, and only all three', async () => {
    const { quote } = await ratedCustomer(world)
    const other = await world.browser()
    const ask = (customerDob: string, customerPostcode: string, quoteNumber: string) => {
      const attributes = { insuredDetails: { customerDob, customerPostcode }, quoteNumber }
      return other.call('quoteRetrieve', { body: { attributes } })
    }
    const number = quote.attributes.policyDetails.quoteNum
    for (const [dob, postcode, quoteNumber] of [
      ['1988-04-13', '1050', number],
      ['1988-04-12', '1051', number],
      ['1988-04-12', '1050', 'Q-00000-000000'],
    ] as const)
      expect((await ask(dob, postcode, quoteNumber)).status).toBe(204)
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
    const { client, quote } = await customerReadyToPay(world)
    const { car, id, attributes } = quote
    const { model: _, ...vehicleDetails } = carBody(quote).vehicleDetails
    for (const query of [{ id }, { id, quoteNum: attributes.policyDetails.quoteNum }])
      expect((await client.call('prospectCar', { query })).ok()).toMatchObject({
        quoteId: id,
        status: 'QUOTED',
        vehicle: { regNumber: 'JHU968' },
        applicant: { firstName: 'Māia', lastName: 'O’Brien' },
        vehicleDetails,
        addressDetails: [
          { addressId: car.address.addressId, postcode: '1050', type: 'RISK' },
          { addressId: car.address.addressId, postcode: '1050', type: 'POSTAL' },
        ],
        drivers: quote.body.drivers,
        policyHolderDetails: [policyholder],
      })
  })

  it('[EDGE-02] a passed-on link shows the car, and people only after the identity check', async () => {
    const { quote } = await ratedCustomer(world)
    const friend = await world.browser()
    await logIn(friend, quote)
    const prospect = (await friend.call('prospectCar', { query: { id: quote.id } })).ok()
    expect(prospect).toMatchObject({
      needsIdentityCheck: true,
      drivers: [],
      addressDetails: [],
      vehicle: { regNumber: 'JHU968' },
    })
    expect(JSON.stringify(prospect)).not.toContain('Māia')
  })
})
