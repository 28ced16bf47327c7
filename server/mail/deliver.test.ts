/** Tests that the result of a mail is recorded, and that one mailbox is counted as one in every spelling. */
import { expect, it } from 'vitest'
import type { MailResult } from '#partners/mail/port.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { sampleBrand } from '#test/sample-records.ts'
import { deliver, recipientKey } from './deliver.ts'

/** The recorded events and the failure code of a mail with this result. */
async function delivered(result: MailResult) {
  const recorded: string[] = []
  const services = {
    now: () => new Date(),
    log: createJsonLog(() => {}),
    repositories: { recordAuditEvent: async ({ what }: { what: string }) => void recorded.push(what) },
    // A node that dies here has recorded nothing.
    mail: {
      send: async () => {
        expect(recorded).toEqual([])
        return result
      },
    },
  }
  const content = { subject: '', text: '', html: '' }
  const to = 'maia@post.example'
  const mail = {
    quoteId: 'one',
    brand: sampleBrand('harbour'),
    name: 'policy.one',
    to,
    content,
    kind: 'policy-mail',
  } as const
  const failure = await deliver(mail, services).then(
    () => null,
    (error: { code: string }) => error.code,
  )
  return { recorded, failure }
}

it('[PAY-06] [T31] a mail is recorded once the partner answered, and a failure without its text', async () => {
  expect(await delivered({ outcome: 'accepted' })).toEqual({
    recorded: ['policy-mail-accepted'],
    failure: null,
  })
  expect(await delivered({ outcome: 'refused', reason: 'SMTP 550' })).toEqual({
    recorded: ['policy-mail-refused'],
    failure: null,
  })
  const reason = 'NO MAILBOX MAIA@POST.EXAMPLE'
  expect(await delivered({ outcome: 'failed', reason })).toEqual({ recorded: [], failure: 'other' })
})

it.each([
  ['Victim@Example.org', 'victim@example.org'],
  ['victim+1@example.org', 'victim@example.org'],
  ['v.ic.tim+a+b@gmail.com', 'victim@gmail.com'],
  ['victim@googlemail.com', 'victim@gmail.com'],
  ['kia@māori.nz', 'Kia@xn--mori-qsa.nz'],
])('[T21] [EDGE-11] %s is the same recipient as %s', (one, other) => {
  expect(recipientKey(one)).toBe(recipientKey(other))
})

it.each([
  ['vic.tim@example.org', 'victim@example.org'],
  ['victim@example.org', 'victim@example.com'],
  ['victim@notgmail.com', 'victim@gmail.com'],
])('[T21] [EDGE-11] %s is another recipient than %s', (one, other) => {
  expect(recipientKey(one)).not.toBe(recipientKey(other))
})
