/** Who is told that we hold their details once a policy stands, and that nobody is told twice. */
import { expect, it, onTestFinished } from 'vitest'
import { bindBody, holder, quoted } from '#test/purchase.ts'
import { eventually, openWorld } from '#test/world.ts'
import { sendCollectionNotice } from './collection-notice.ts'

const other = (givenName: string, emailAddress: string) => ({
  individualPolicyHolder: {
    contactDetails: { emailAddress, landlineNum: '', mobileNum: '0277654321' },
    dob: '1985-12-01',
    givenName,
    surname: 'Kerr',
    title: 'Mr' as const,
  },
})

it('[T21] [HOLDER-02] every e-mail of a further policyholder gets one notice for all who share it, and that of the first none', async () => {
  const sent: { to: string; messageId: string; subject: string; text: string }[] = []
  const world = await openWorld({
    replace: {
      partners: {
        mail: {
          async send(message) {
            sent.push(message)
            return { outcome: 'accepted' }
          },
        },
      },
    },
  })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await quoted(client)
  const body = bindBody(quote)
  body.attributes.bindPolicyParties.additionalPolicyHolders = [
    other('Aroha', holder.email.toUpperCase()),
    other('Tama', 'tama@example.nz'),
    other('Wiremu', 'wiremu@example.nz'),
    other('Hana', 'TAMA@example.nz'),
  ]
  const { policyNumber } = (await client.call('quoteBind', { body })).ok()
  const notices = () => sent.filter(mail => mail.subject.startsWith('We hold your details'))
  await eventually(async () => notices().length >= 2 && sent.length >= 3)
  const first = notices()
    .map(({ to, messageId }) => ({ to, messageId }))
    .sort((a, b) => a.to.localeCompare(b.to))
  expect(first).toEqual([
    { to: 'tama@example.nz', messageId: `<notice-2.${policyNumber}@openroad.openroad>` },
    { to: 'wiremu@example.nz', messageId: `<notice-3.${policyNumber}@openroad.openroad>` },
  ])
  const words = (to: string) => notices().find(mail => mail.to === to)?.text
  expect(words('tama@example.nz')).toContain('Kia ora Tama and Hana. ')
  expect(words('wiremu@example.nz')).toContain('Kia ora Wiremu. ')
  // Under words of their own: invariant I11 asks for the policy's own mail.
  await eventually(async () => {
    const { rows } = await world.database.pool.query(
      `select what, count(*)::int as times from audit
       where quote_id = $1 and what like '%-accepted' group by 1 order by 1`,
      [quote.id],
    )
    return (
      JSON.stringify(rows) === '[{"what":"mail-accepted","times":1},{"what":"notice-accepted","times":2}]'
    )
  })
  // A job may run again when its process died after the sending: the mailbox knows the message by its id.
  await sendCollectionNotice(`${quote.id} 2`, world.house.services)
  expect(notices().at(-1)).toMatchObject(first[0] ?? {})
  await sendCollectionNotice(`${quote.id} 9`, world.house.services)
  expect(notices()).toHaveLength(3)
})
