/** Tests of the e-mail address that 'Email my quote' suggests, and of its status line. */
import { expect, it } from 'vitest'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { markupOf } from '#test/samples/page.tsx'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { type EmailResult, suggestQuoteEmail } from './email-quote-dialog.tsx'
import { EmailStatus } from './lazy-dialog-and-status.tsx'

const said = (outcome: EmailResult) => markupOf(<EmailStatus outcome={outcome} />)

it('[QUOTE-10] does not suggest another try after the mail limit is reached', () => {
  expect(said('failed')).toContain('you can try again')
  expect(said('too-many')).toContain('No more emails go out just now. Your quote is kept here.')
  expect(said('too-many')).not.toContain('again')
})

it('[QUOTE-10] [HOLDER-09] suggests policyholder 1’s current address for the e-mail, and keeps another that was typed', () => {
  const draft = createDraft(null)
  const suggestedFor = (field: FieldPath, text: string) => {
    draft.setAnswer(field, text)
    suggestQuoteEmail(draft)
    return draft.answers().email.quoteEmail
  }
  const ofPolicyholder = 'policyholders.policyholders.0.email'
  expect(suggestedFor(ofPolicyholder, 'maia@exmaple.nz')).toBe('maia@exmaple.nz')
  expect(suggestedFor(ofPolicyholder, 'maia@example.nz')).toBe('maia@example.nz')
  expect(suggestedFor('email.quoteEmail', 'tama@example.nz')).toBe('tama@example.nz')
  expect(suggestedFor('email.quoteEmail', '')).toBe('maia@example.nz')
})
