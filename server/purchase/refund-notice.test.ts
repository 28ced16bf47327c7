/** Tests of what a customer, and nobody else, learns about the refund of a card payment without a policy. */
import { expect, it, vi } from 'vitest'
import { formatLongDate } from '#journey/dates.ts'
import type { BindRejection } from '#partners/insurer/port.ts'
import { sendRefundMail } from '#server/mail/failed-purchase-mails.ts'
import { openPayment } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import { policyholder, ratedBody, savePolicyholders, withCards, withInsurer } from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForTest, eventually, type TestAppOptions } from '#test/test-app.ts'
import { syncPayment } from './sync-payment.ts'

const rejecting = (reason: BindRejection): NonNullable<TestAppOptions['replace']> => ({
  ...withInsurer(() => ({ bind: async () => ({ outcome: 'rejected', reason }) })),
})

async function readyToPay(
  replace: NonNullable<TestAppOptions['replace']> = {},
  options: Pick<TestAppOptions, 'isIdle'> = {},
) {
  const world = await appForTest({ replace, ...options })
  const opened = await openPayment(world)
  const { client, quote } = opened
  const retrieve = async (by = client) =>
    (await by.call('policyRetrieve', { query: { uuid: quote.id } })).json as unknown
  return { ...opened, world, retrieve }
}

it('[PAY-07] [PAY-11] a customer who pays the page of an older version is informed on the page and by one mail', async () => {
  const { world, client, quote, payment, url, retrieve } = await readyToPay()
  const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
  ;(await client.call('quoteAmend', { body })).ok()
  await submitForm(url, goodCard)
  await syncPayment(payment.id, world.services)
  expect(await retrieve()).toEqual({ refundDueOrDone: true })
  expect(await retrieve(await world.browser())).toEqual({})
  const [mail] = await world.mails(1)
  expect(mail).toMatchObject({ to: 'maia@example.nz' })
  expect(mail?.text).toContain('no cover for your car')
  // A job may run again when its process died after the sending: the mailbox knows the message by its id.
  await sendRefundMail(payment.id, world.services)
  expect(await world.mails(1)).toHaveLength(1)
  await eventually(async () => (await world.repositories.findPayment(payment.id))?.state === 'REFUNDED')
  expect(await retrieve()).toEqual({ refundDueOrDone: true })
})

it('[PAY-07] [PAY-11] after a change the payer of an old page gets a mail, and another person does not', async () => {
  // Without jobs, so that each mail is sent by a call below and none is sent a second time.
  const { world, client, quote, payment, url } = await readyToPay({}, { isIdle: true })
  await savePolicyholders(client, quote, { ...policyholder, mobile: '021987654' })
  await submitForm(url, goodCard)
  await syncPayment(payment.id, world.services)
  await sendRefundMail(payment.id, world.services)
  expect((await world.mails(1)).map(({ to }) => to)).toEqual([policyholder.email])
  // As when another session had typed them: the one that paid fell back to what a link shows.
  await world.query(`update session_quote set level = 'VIEW_SUMMARY' where quote_id = $1`, [quote.id])
  const told = vi.spyOn(world.services.mail, 'send')
  await sendRefundMail(payment.id, world.services)
  // After a day the session is deleted, and the payer is unknown. In both cases `npm run ops` lists the mail.
  await world.query('delete from session_quote where quote_id = $1', [quote.id])
  await sendRefundMail(payment.id, world.services)
  expect(told).not.toHaveBeenCalled()
  const rows = await world.query(
    `select what from audit where quote_id = $1 and what like 'refund-mail%' order by at`,
    [quote.id],
  )
  expect(rows.map(({ what }) => what)).toEqual([
    'refund-mail-accepted',
    'refund-mail-refused',
    'refund-mail-refused',
  ])
})

it('[PAY-11] the message about a refund waits at most an hour for an unanswered order', async () => {
  const { world, quote, payment } = await readyToPay()
  const { services } = world
  const told = vi.spyOn(services.mail, 'send')
  await world.query(`update quote set status = 'BINDING' where id = $1`, [quote.id])
  const sinceMinutes = async (minutes: number) => {
    const since = new Date(services.now().getTime() - minutes * 60_000)
    await world.query(`update payment set state = 'REFUND_DUE', changed_at = $2 where id = $1`, [
      payment.id,
      since,
    ])
    await sendRefundMail(payment.id, services)
  }
  await sinceMinutes(59)
  expect(told).not.toHaveBeenCalled()
  const waiting = await world.query(
    `select start_after > created_on as later from jobs.job where name = 'refund-mail' and data->>'paymentId' = $1`,
    [payment.id],
  )
  expect(waiting).toEqual([{ later: true }])
  await sinceMinutes(61)
  const { text } = told.mock.lastCall?.[0] ?? {}
  expect(text).toContain('Your order is still being confirmed')
  expect(text).toContain('Before you buy another policy for this car, call us.')
  for (const wrong of ['To be covered', 'can no longer be paid for', 'no cover', 'start a new one'])
    expect(text).not.toContain(wrong)
})

it('[PAY-07] [PAY-11] a refund to a person whose data was deleted is listed for an operator', async () => {
  const { world, quote, payment } = await readyToPay()
  const { services } = world
  await world.query(`update payment set state = 'EXPIRED', next_poll_at = null where id = $1`, [payment.id])
  expect(await services.withTransaction(tx => tx.anonymiseQuote(quote.id, services.now()))).toBe(true)
  await world.query(`update payment set state = 'REFUND_DUE' where id = $1`, [payment.id])
  await sendRefundMail(payment.id, services)
  const rows = await world.query(
    `select details from audit where quote_id = $1 and what = 'refund-mail-refused'`,
    [quote.id],
  )
  expect(rows).toEqual([{ details: { paymentId: payment.id, payerUnknown: true } }])
})

it('[PAY-07] [PAY-11] if the insurer says that the quote is sold, no message asks for payment or denies cover', async () => {
  const { world, quote, url, retrieve } = await readyToPay(rejecting('QUOTE_CONVERTED'))
  await submitForm(url, goodCard)
  const [mail] = await world.mails(1)
  expect(mail?.subject).toMatch(/^We are sending back a card payment for quote /)
  expect(mail?.text).toContain('the insurer then told us that the quote is a policy already')
  for (const wrong of ['To be covered', 'no cover', 'Find your quote', 'Go back to your quote'])
    expect(mail?.text).not.toContain(wrong)
  expect(await retrieve()).toEqual({})
  const rows = await world.query(
    `select 1 from audit where quote_id = $1 and what = 'policy-at-insurer-only'`,
    [quote.id],
  )
  expect(rows).toHaveLength(1)
})

it('[PAY-08] a session with access reads that nothing was charged, unless a policy may still be issued', async () => {
  const { world, quote, payment, retrieve } = await readyToPay()
  for (const state of ['DECLINED', 'CANCELLED', 'EXPIRED']) {
    await world.query('update payment set state = $2 where id = $1', [payment.id, state])
    expect(await retrieve()).toEqual({ unpaid: true })
    expect(await retrieve(await world.browser())).toEqual({})
  }
  await world.query(`update quote set status = 'BINDING' where id = $1`, [quote.id])
  expect(await retrieve()).toBeNull()
})

it('[PAY-11] [DRIVER-06] the message about a declined quote does not offer to pay for it', async () => {
  const { world, client, quote, payment, url } = await readyToPay()
  const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL' })
  const drivers = body.drivers?.map(driver => ({ ...driver, incidentCount: '5+' as const }))
  expect((await client.call('quoteAmend', { body: { ...body, drivers } })).json).toMatchObject({
    code: 'NOT_INSURABLE',
  })
  await submitForm(url, goodCard)
  await syncPayment(payment.id, world.services)
  const [mail] = await world.mails(1)
  expect(mail?.text).toContain('can no longer be paid for')
  expect(mail?.text).not.toContain('To be covered')
})

it('[PAY-11] [EDGE-16] the payer of a page of a sold quote does not learn the policy number', async () => {
  const { world, quote, payment, url } = await readyToPay()
  const { services } = world
  await submitForm(url, goodCard)
  const policy = await eventually(() => services.repositories.findPolicy(quote.id))
  await world.mails(1)
  const told = vi.spyOn(services.mail, 'send')
  await sendRefundMail(payment.id, services)
  const { policyNumber, choice } = policy.record
  const text = told.mock.lastCall?.[0].text
  expect(text).toContain(`Your policy ${policyNumber} stays as it is`)
  expect(text).toContain(`Policy ${policyNumber} covers your car from ${formatLongDate(choice.startDate)}\n`)
  const corrected = async (of: string, value: string) => {
    await world.query(
      `update policy set record = jsonb_set(record, array['policyholders', '0', $2], to_jsonb($3::text)) where quote_id = $1`,
      [quote.id, of, value],
    )
    await sendRefundMail(payment.id, services)
    return told.mock.lastCall?.[0]
  }
  // The policy alone has the address that was put right.
  expect(await corrected('email', 'right@example.nz')).toMatchObject({ to: 'right@example.nz', text })
  // As when the purchase itself had brought other people: those saved before it stay in the quote.
  const others = await corrected('firstName', 'Hana')
  expect(told).toHaveBeenCalledTimes(3)
  expect(others?.to).toBe(policyholder.email)
  expect(others?.text).not.toContain(policyNumber)
})

it('[PAY-05] [PAY-07] [PAY-08] [PAY-11] while the payment result is unclear the page does not say that nothing was charged', async () => {
  const { world, quote, payment, retrieve } = await readyToPay({
    ...withCards(() => ({ result: async () => ({ state: 'unclear', reason: 'timeout' }) })),
  })
  await world.query(`update payment set state = 'EXPIRED' where id = $1`, [payment.id])
  expect(await retrieve()).toEqual({})
  // Bought by bank in the meantime: the page polls again.
  await world.query(`update quote set status = 'BINDING' where id = $1`, [quote.id])
  expect(await retrieve()).toBeNull()
})
