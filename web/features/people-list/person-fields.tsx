/**
 * The fields that drivers and policyholders share, and the notice above those that a partner prefilled. Only the first
 * person's fields allow autofill.
 */

import type { QuoteForm } from '#journey/questions/quote-form.ts'
import { DateField } from '#web/components/date-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { layoutText } from '#web/content/layout.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { useDraftSelector } from '#web/features/draft/draft-store.ts'
import css from './people-list.module.css'

export interface PersonFieldsProps {
  readonly path: `driver.drivers.${number}` | `policyholders.policyholders.${number}`
  readonly isFirst: boolean
  readonly texts: {
    readonly firstName: string
    readonly lastName: string
    readonly dateOfBirth: string
    readonly dateOfBirthHint: string
  }
}

export function PersonFields({ path, isFirst, texts }: PersonFieldsProps) {
  const autofill = (token: string) => (isFirst ? token : 'off')
  return (
    <>
      <div className={css.names}>
        <TextField
          field={`${path}.firstName`}
          label={texts.firstName}
          autoComplete={autofill('given-name')}
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <TextField
          field={`${path}.lastName`}
          label={texts.lastName}
          autoComplete={autofill('family-name')}
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </div>
      <DateField
        field={`${path}.dateOfBirth`}
        label={texts.dateOfBirth}
        hint={texts.dateOfBirthHint}
        autoComplete={autofill('bday')}
      />
    </>
  )
}

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

/** The notice above fields that a partner prefilled, until every prefilled value was changed. */
export function PrefilledNotice({ person }: { person: 'driver' | 'policyholder' }) {
  const isShown = useDraftSelector((answers, state) => isPrefilled(person, answers, state))
  return isShown ? <p>{layoutText.offered}</p> : null
}
