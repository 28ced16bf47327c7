/** Tests of a quote's last day (decision 0020): the time of the order counts, not of its report. */
import { beforeEach, expect, it } from 'vitest'
import { addDays, formatLongDate, nzToday } from '#journey/dates.ts'
import { openPayment, paid } from '#test/card-payment.ts'
import {
  customerReadyToPay,
  logIn,
  policyholdersBody,
  type RatedCustomer,
  ratedCustomer,
  withInsurer,
} from '#test/purchase.ts'
import { appForFile, eventually } from '#test/test-app.ts'
import { issuePolicy } from './issue-policy.ts'
import { syncPayment } from './sync-payment.ts'

const dayMs = 86_400_000
let laterMs = 0
let insurerIsOut = false
const world = await appForFile({
  replace: {
    now: () => new Date(Date.now() + laterMs),
    ...withInsurer(real => ({
      bind: async policy => (insurerIsOut ? { outcome: 'pending', reason: 'timeout' } : real.bind(policy)),
    })),
  },
})
beforeEach(() => {
  laterMs = 0
  insurerIsOut = false
})

/** Makes today the quote's last day, here and at the insurer. */
async function endsToday({ id, attributes }: RatedCustomer): Promise<void> {
  const today = nzToday(new Date())
  await world.query('update quote set valid_until = $2 where id = $1', [id, today])
  await world.query(
    `update insurer.quote set answer = jsonb_set(answer, '{validUntil}', to_jsonb($2::text)) where quote_number = $1`,
    [attributes.policyDetails.quoteNum, today],
  )
}

async function pageOf() {
  const { quote, payment } = await openPayment(world)
  const { services } = world
  const paidAt = (instant: Date) =>
    syncPayment(payment.id, paid(world.application, payment, `T-${quote.id}`, instant))
  await endsToday(quote)
  return { quote, payment, paidAt, pressed: services.now() }
}

it('[PAY-13] [PAY-07] a card payment on the last day buys the policy, even if it is reported after midnight', async () => {
  const { quote, paidAt, pressed } = await pageOf()
  laterMs = 2 * dayMs
  const late = await world.browser()
  await logIn(late, quote)
  expect((await late.call('prospectCar', { query: { id: quote.id } })).ok().status).toBe('EXPIRED')
  await paidAt(pressed)
  const policy = await eventually(() => world.repositories.findPolicy(quote.id))
  expect(policy.record.choice.startDate).toBe(nzToday(pressed))
})

it('[PAY-13] [PAY-11] a page that is paid after the quote expired buys nothing, whatever the insurer accepts', async () => {
  const { quote, payment, paidAt } = await pageOf()
  laterMs = dayMs
  // The cover would begin later: only the quote has expired.
  await world.query(
    `update quote set choice = jsonb_set(choice, '{startDate}', to_jsonb($2::text)) where id = $1`,
    [quote.id, addDays(nzToday(new Date()), 5)],
  )
  await paidAt(world.services.now())
  expect(await world.repositories.findPayment(payment.id)).toMatchObject({ state: 'REFUND_DUE' })
  expect(await world.repositories.findBindAttempt(quote.id)).toBeUndefined()
  const mail = await eventually(async () =>
    (await world.mails(2)).find(each => each.subject.includes('sending back')),
  )
  expect(mail.text).toContain(`valid until ${formatLongDate(addDays(nzToday(world.services.now()), -1))}`)
  expect(mail.text).toContain('Get a new quote')
})

it('[HOLDER-08] [PAY-03] [T46] after midnight an open step 4 must review its quote, with any payment start', async () => {
  const { client, quote } = await ratedCustomer(world)
  const today = nzToday(new Date())
  await world.query(
    `update quote set choice = jsonb_set(choice, '{startDate}', to_jsonb($2::text)) where id = $1`,
    [quote.id, addDays(today, -1)],
  )
  for (const paymentStartDate of [today, addDays(today, 14)])
    expect(
      await client.call('quoteCreate', { body: policyholdersBody(quote, { paymentStartDate }) }),
    ).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
})

it('[PAY-13] [PAY-05] a direct debit agreed on the last day buys the policy, even if the insurer answers later', async () => {
  const { quote, bind } = await customerReadyToPay(world)
  await endsToday(quote)
  insurerIsOut = true
  expect((await bind()).json).toMatchObject({ code: 'BIND_PENDING' })
  laterMs = 2 * dayMs
  insurerIsOut = false
  expect(await issuePolicy(quote.id, world.services)).toMatchObject({ outcome: 'issued' })
})
