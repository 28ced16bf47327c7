/** Tests of the e-mail address that 'Email my quote' suggests, and of its status line. */

import { expect, it } from 'vitest'
import { markupOf } from '#test/samples/page.tsx'
import { createDraft } from '#web/features/draft/draft-store.ts'
import type { EmailResult } from './email-quote-dialog.tsx'
import { isRateLimited, suggestQuoteEmail } from './email-quote-dialog.tsx'
import { EmailStatus } from './lazy-dialog-and-status.tsx'

const said = (outcome: EmailResult) => markupOf(<EmailStatus outcome={outcome} />)

it('[QUOTE-10] does not suggest another try after the mail limit is reached', () => {
  expect(said('failed')).toContain('you can try again')
  expect(said('too-many')).toContain('No more emails go out just now. Your quote is kept here.')
  expect(said('too-many')).not.toContain('again')
})

it.each([
  [429, true],
  [409, false],
  [500, false],
])('[QUOTE-10] an e-mail refused with status %d: limit reached, %s', (status, expected) => {
  expect(isRateLimited({ outcome: 'error', status, code: 'INTERNAL' })).toBe(expected)
})

it('[QUOTE-10] suggests another try when the request was not sent or got lost', () => {
  expect(isRateLimited(null)).toBe(false)
  expect(isRateLimited({ outcome: 'network-error' })).toBe(false)
})

const policyholderEmail = 'policyholders.policyholders.0.email'
const suggested = (draft: ReturnType<typeof createDraft>) => {
  suggestQuoteEmail(draft)
  return draft.answers().email.quoteEmail
}

it('[QUOTE-10] [HOLDER-09] suggests policyholder 1’s current address for the e-mail', () => {
  const draft = createDraft(null)
  draft.setAnswer(policyholderEmail, 'maia@exmaple.nz')
  expect(suggested(draft)).toBe('maia@exmaple.nz')
  draft.setAnswer(policyholderEmail, 'maia@example.nz')
  expect(suggested(draft)).toBe('maia@example.nz')
})

it('[QUOTE-10] keeps an address that the customer typed for the e-mail', () => {
  const draft = createDraft(null)
  draft.setAnswer(policyholderEmail, 'maia@example.nz')
  draft.setAnswer('email.quoteEmail', 'tama@example.nz')
  expect(suggested(draft)).toBe('tama@example.nz')
  draft.setAnswer('email.quoteEmail', '')
  expect(suggested(draft)).toBe('maia@example.nz')
  draft.setAnswer('email.quoteEmail', 'tama@example.nz')
  expect(suggested(draft)).toBe('tama@example.nz')
})
