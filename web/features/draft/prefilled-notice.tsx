/**
 * The notice of steps 2 and 4 above fields that a partner prefilled, shown until every prefilled value was
 * changed.
 */

import type { QuoteForm } from '#journey/questions/quote-form.ts'
import { layoutText } from '#web/content/layout.ts'
import type { DraftState } from './draft-state.ts'
import { useDraftSelector } from './draft-store.ts'

/** True while one of the person's texts is as the partner sent it. A mobile code has a default, so it says nothing. */
function isPrefilled(
  person: 'driver' | 'policyholder',
  answers: QuoteForm,
  { prefilled }: DraftState,
): boolean {
  const form = person === 'driver' ? answers.driver.drivers[0] : answers.policyholders.policyholders[0]
  const { mobileCode: _, ...texts }: Readonly<Record<string, unknown>> = prefilled?.[person] ?? {}
  return Object.entries(texts).some(([key, text]) => form?.[key as keyof typeof form] === text)
}

export function PrefilledNotice({ person }: { person: 'driver' | 'policyholder' }) {
  const stands = useDraftSelector((answers, state) => isPrefilled(person, answers, state))
  return stands ? <p>{layoutText.offered}</p> : null
}
