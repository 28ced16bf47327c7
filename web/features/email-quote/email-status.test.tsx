/** Tests of the message shown when the server did not send the mail. */

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createDraft, DraftContext } from '#web/features/draft/draft-store.ts'
import { type EmailResult, isRateLimited } from './email-quote-dialog.tsx'
import { EmailStatus } from './email-status.tsx'

const said = (outcome: EmailResult) =>
  renderToStaticMarkup(
    <DraftContext value={createDraft(null)}>
      <EmailStatus outcome={outcome} />
    </DraftContext>,
  )

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
  const problem = { type: '', title: '', status, code: 'INTERNAL', requestId: 'r' } as const
  expect(isRateLimited({ outcome: 'refused', status, problem })).toBe(expected)
})

it('[QUOTE-10] suggests another try when the request was not sent or got lost', () => {
  expect(isRateLimited(null)).toBe(false)
  expect(isRateLimited({ outcome: 'unreachable' })).toBe(false)
})
