/** Tests of the support commands: output, masking and audit. */
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Operations, openOperations, quoteNumberOf } from '#test/operations.ts'
import { createRatedQuote, policyholder, type RatedCustomer } from '#test/purchase.ts'
import { eventually } from '#test/test-app.ts'
import { resendDocuments, showPolicyCommand, showQuoteCommand } from './support.ts'

let ops: Operations
let priced: RatedCustomer
beforeAll(async () => {
  ops = await openOperations()
  priced = await createRatedQuote(await ops.app.browser())
})
afterAll(() => ops.close())

it('[BUS-07] shows a quote’s status, price, history and the customer’s view', async () => {
  const { text } = await ops.run(showQuoteCommand, { number: quoteNumberOf(priced) })
  expect(text).toContain(`Quote ${quoteNumberOf(priced)}  ${priced.id}`)
  expect(text).toContain('status        QUOTED')
  expect(text).toContain('customer sees step 3: the price, not yet confirmed')
  expect(text).toMatch(/price {9}\$[\d.]+ \w+, \$[\d,.]+ a year/)
  expect(text).toMatch(/registered[\s\S]+rated-quoted/)
})

it('[BUS-07] says what a customer sees after the last day, and after a change of the car', async () => {
  const { id } = await ops.customer()
  const [row] = await ops.query('select quote_number as number from quote where id = $1', [id])
  const shown = async () => (await ops.run(showQuoteCommand, { number: row?.number })).text
  await ops.query('update quote set insurer_quote = null where id = $1', [id])
  expect(await shown()).toContain('customer sees step 1 or 2: the car was changed, and has no price yet')
  await ops.query(`update quote set valid_until = now()::date - 2 where id = $1`, [id])
  expect(await shown()).toContain('customer sees that the quote has expired')
})

it('[BUS-07] finds the policy of an insurer whose numbers have small letters', async () => {
  const number = await ops.policyNumberOf(ops.sold.id)
  await ops.query(`update policy set policy_number = 'Pol-7a' where policy_number = $1`, [number])
  for (const command of [showPolicyCommand, resendDocuments])
    expect(await ops.run(command, { number: 'Pol-7a', policy: 'Pol-7a' })).toMatchObject({ isWell: true })
  await ops.query(`update policy set policy_number = $1 where policy_number = 'Pol-7a'`, [number])
})

it('[PAY-06] [EDGE-13] documents sent again are another message, and replace the one that waits', async () => {
  const { services, sold } = ops
  const send = vi.spyOn(services.mail, 'send')
  onTestFinished(() => send.mockRestore())
  await services.jobs.put('policy-mail', { quoteId: sold.id }, 3_600)
  const policy = await ops.policyNumberOf(sold.id)
  await ops.run(resendDocuments, { policy })
  await eventually(async () => send.mock.calls.length > 0)
  expect(send.mock.calls[0]?.[0].messageId).toMatch(new RegExp(`^<policy\\.${policy}\\.\\d+@`))
  const unsent = `select 1 from jobs.job where name = 'policy-mail' and state <> 'completed'`
  await eventually(async () => (await ops.query(unsent)).length === 0)
})

it('[BUS-07] shows a policy’s order and mails, and masks every person', async () => {
  const number = await ops.policyNumberOf(ops.sold.id)
  const { text } = await ops.run(showPolicyCommand, { number: number.toLowerCase() })
  expect(text).toContain('customer sees the success page with the documents')
  expect(text).toContain(`policy        ${number}, issued`)
  expect(text).toContain('order         ISSUED')
  const { email, firstName, lastName, mobile } = policyholder
  for (const secret of [email, firstName, lastName, mobile, 'JHU968', '1988'])
    expect(text, secret).not.toContain(secret)
  expect(await ops.auditOf('person-shown', ops.sold.id)).toEqual([])
})

it('[BUS-07] shows people only for a reason, which the audit stores', async () => {
  const reason = 'Caller asks which e-mail address we have'
  const options = { number: quoteNumberOf(ops.sold), 'show-person': reason }
  const { text } = await ops.run(showQuoteCommand, options)
  expect(text).toContain(policyholder.email)
  expect(text).toContain('JHU968')
  expect(await ops.auditOf('person-shown', ops.sold.id)).toEqual([{ reason, byHand: true }])
})

it.each(['', 'why', '     '])('[BUS-07] shows no people for the reason %j', async reason => {
  const options = { number: quoteNumberOf(priced), 'show-person': reason }
  await expect(ops.run(showQuoteCommand, options)).rejects.toThrow('at least 5 letters')
  expect(await ops.auditOf('person-shown', priced.id)).toEqual([])
})

it('[BUS-07] an unknown number gets a sentence', async () => {
  await expect(ops.run(showQuoteCommand, { number: 'Q-0' })).rejects.toThrow(
    'There is no quote with this number.',
  )
  await expect(ops.run(showPolicyCommand)).rejects.toThrow('There is no policy with this number.')
})
