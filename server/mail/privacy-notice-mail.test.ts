/** Tests of the privacy notice: who receives one once a policy exists, and that each person receives one only. */
import { expect, it } from 'vitest'
import { addDays, nzMidnight, nzToday } from '#journey/dates.ts'
import type { Message } from '#partners/mail/port.ts'
import { dayMs } from '#server/lib/durations.ts'
import { bindBody, createRatedQuote, policyholder, ratedCustomer } from '#test/purchase.ts'
import { appForTest, clockOfThisHour, eventually, mailsTo } from '#test/test-app.ts'
import { sendPrivacyNotice } from './privacy-notice-mail.ts'

const other = (givenName: string, emailAddress: string) => ({
  individualPolicyHolder: {
    contactDetails: { emailAddress, landlineNum: '', mobileNum: '0277654321' },
    dob: '1985-12-01',
    givenName,
    surname: 'Kerr',
    title: 'Mr' as const,
  },
})

it('[T21] [HOLDER-02] each e-mail address of further policyholders gets one notice, and that of the first gets none', async () => {
  const sent: Message[] = []
  const world = await appForTest({ replace: mailsTo(mail => sent.push(mail)) })
  const { quote, bind } = await ratedCustomer(world)
  const body = bindBody(quote)
  body.attributes.bindPolicyParties.additionalPolicyHolders = [
    other('Aroha', policyholder.email.toUpperCase()),
    other('Tama', 'tama@example.nz'),
    other('Wiremu', 'wiremu@example.nz'),
    other('Hana', 'TAMA@example.nz'),
  ]
  const { policyNumber } = (await bind(body)).ok()
  const notices = () => sent.filter(mail => mail.subject.startsWith('We hold your details'))
  await eventually(async () => notices().length >= 2 && sent.length >= 3)
  const first = notices()
    .map(({ to, messageId }) => ({ to, messageId }))
    .sort((a, b) => a.to.localeCompare(b.to))
  expect(first).toEqual([
    { to: 'tama@example.nz', messageId: `<privacy-notice-2.${policyNumber}@openroad.example>` },
    { to: 'wiremu@example.nz', messageId: `<privacy-notice-3.${policyNumber}@openroad.example>` },
  ])
  const words = (to: string) => notices().find(mail => mail.to === to)?.text
  expect(words('tama@example.nz')).toContain('Kia ora Tama and Hana. ')
  expect(words('wiremu@example.nz')).toContain('Kia ora Wiremu. ')
  // Invariant I11 asks for the policy's own mail, so a notice has another name.
  await eventually(async () => {
    const rows = await world.query(
      `select what from audit where quote_id = $1 and what like '%-accepted' order by 1`,
      [quote.id],
    )
    const told = rows.map(({ what }) => what).join()
    return told === 'policy-mail-accepted,privacy-notice-accepted,privacy-notice-accepted'
  })
  // A job may run again when its process died after the sending: the mailbox knows the message by its id.
  await sendPrivacyNotice({ quoteId: quote.id, place: 2 }, world.services)
  expect(notices().at(-1)).toMatchObject(first[0] ?? {})
  await sendPrivacyNotice({ quoteId: quote.id, place: 9 }, world.services)
  expect(notices()).toHaveLength(3)
})

it('[T21] [HOLDER-02] a fourth notice to one address in a day is delayed, and listed for an operator after a week', async () => {
  const clock = clockOfThisHour()
  let laterMs = 0
  let sent: string[] = []
  const world = await appForTest({
    replace: {
      now: () => new Date(clock().getTime() + laterMs),
      ...mailsTo(({ to, messageId }) => {
        if (to === 'tama@example.nz') sent.push(messageId)
      }),
    },
  })
  const { services } = world
  const waiting = async () =>
    await world.query(
      `select data - 'trace' as payload, extract(epoch from start_after - now())::float8 / 3600 as hours
         from jobs.job where name = 'privacy-notice' and state = 'created' and start_after > now()`,
    )
  for (let bought = 0; bought < 4; bought += 1) {
    const { quote, bind } = await ratedCustomer(world)
    const body = bindBody(quote)
    body.attributes.bindPolicyParties.additionalPolicyHolders = [other('Tama', 'tama@example.nz')]
    ;(await bind(body)).ok()
    await eventually(async () => sent.length + (await waiting()).length > bought)
  }
  expect(sent).toHaveLength(3)
  const [notice, ...others] = await waiting()
  if (!notice) throw new Error('no notice waits')
  const { payload, hours } = notice
  expect(others).toEqual([])
  const midnight = nzMidnight(addDays(nzToday(services.now()), 1))
  expect(Math.abs(hours - (midnight.getTime() - services.now().getTime()) / 3_600_000)).toBeLessThan(0.2)
  // A saved quote counts among them, and they among those (EDGE-11).
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const mail = { id, email: 'TAMA@example.nz' }
  expect((await client.call('emailQuote', { body: mail })).status).toBe(429)

  laterMs = dayMs
  sent = []
  await sendPrivacyNotice(payload, services)
  expect(sent).toHaveLength(1)

  // One that the carrier did not take is not counted: it is tried again that day.
  const broken = { send: async () => ({ outcome: 'failed', reason: 'timeout' }) as const }
  for (let tried = 0; tried < 5; tried += 1)
    await expect(sendPrivacyNotice(payload, { ...services, mail: broken })).rejects.toThrow('did not take')
  for (const _ of ['second', 'third', 'fourth', 'fifth']) await sendPrivacyNotice(payload, services)
  expect(sent).toHaveLength(3)

  const held = async () =>
    await world.query(`select details from audit where quote_id = $1 and what = 'privacy-notice-refused'`, [
      payload.quoteId,
    ])
  expect(await held()).toEqual([])
  laterMs = 9 * dayMs
  sent = []
  for (const _ of ['one', 'two', 'three', 'four']) await sendPrivacyNotice(payload, services)
  expect(sent).toHaveLength(3)
  expect(await held()).toEqual([{ details: { message: sent[0], tooMany: true } }])
})
