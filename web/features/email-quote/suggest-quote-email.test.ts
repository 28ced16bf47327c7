/** Tests of the e-mail address that 'Email my quote' suggests. */

import { expect, it } from 'vitest'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { suggestQuoteEmail } from './suggest-quote-email.ts'

const holderEmail = 'policyholders.policyholders.0.email'
const suggested = (draft: ReturnType<typeof createDraft>) => {
  suggestQuoteEmail(draft)
  return draft.answers().email.quoteEmail
}

it('[QUOTE-10] [HOLDER-09] suggests policyholder 1’s current address for the e-mail', () => {
  const draft = createDraft(null)
  draft.setAnswer(holderEmail, 'maia@exmaple.nz')
  expect(suggested(draft)).toBe('maia@exmaple.nz')
  draft.setAnswer(holderEmail, 'maia@example.nz')
  expect(suggested(draft)).toBe('maia@example.nz')
})

it('[QUOTE-10] keeps an address that the customer typed for the e-mail', () => {
  const draft = createDraft(null)
  draft.setAnswer(holderEmail, 'maia@example.nz')
  draft.setAnswer('email.quoteEmail', 'tama@example.nz')
  expect(suggested(draft)).toBe('tama@example.nz')
  draft.setAnswer('email.quoteEmail', '')
  expect(suggested(draft)).toBe('maia@example.nz')
  draft.setAnswer('email.quoteEmail', 'tama@example.nz')
  expect(suggested(draft)).toBe('tama@example.nz')
})
