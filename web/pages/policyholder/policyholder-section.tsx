/**
 * The fields of one policyholder: title, names, date of birth, e-mail and mobile. Only the first one's
 * fields allow autofill.
 */

import { useEffect, useState } from 'react'
import { mobileCodes } from '#journey/mobile.ts'
import { titles } from '#journey/people.ts'
import { policyholderField } from '#journey/questions/policyholders.ts'
import { Button } from '#web/components/button.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { deferUntilPointerUp } from '#web/components/defer-until-pointer-up.ts'
import { EmailField } from '#web/components/email-field.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { useAnswer, useDraft } from '#web/features/draft/draft-store.ts'
import { PrefilledNotice } from '#web/features/draft/prefilled-notice.tsx'
import styles from './policyholder-page.module.css'
import { formatMobileInput, isStillTyping, suggestEmail } from './suggest-contact.ts'

const titleOptions = titles.map(title => ({ value: title, label: title }))
const codeOptions = mobileCodes.map(code => ({ value: code, label: code }))

/** The id of a policyholder's heading, which takes the focus when one was added or removed. */
export const policyholderHeadingId = (number: number): string => fieldId(policyholderField(number, 'heading'))

export interface HolderProps {
  readonly number: number
  readonly onRemove: (number: number) => void
}

export function PolicyholderSection({ number, onRemove }: HolderProps) {
  const draft = useDraft()
  const field = (part: string) => policyholderField(number, part)
  const own = (token: string) => (number === 1 ? token : 'off')
  const takeMobile = (typed: string, _before: string, inserted: string | null): string => {
    const [code, number] = formatMobileInput(typed, inserted)
    // The part before a caret, which is asked about as well, begins with the same code.
    if (code) draft.setAnswer(field('mobileCode'), code)
    return number
  }
  return (
    <section className={styles.holder} aria-labelledby={policyholderHeadingId(number)}>
      <h2 id={policyholderHeadingId(number)} tabIndex={-1}>
        {words.holder(number)}
      </h2>
      {number === 1 && <PrefilledNotice person="policyholder1" />}
      <RadioGroup
        field={field('title')}
        legend={words.titleLegend}
        hint={words.titleHint}
        options={titleOptions}
        layout="short"
      />
      <div className={styles.names}>
        <TextField
          field={field('firstName')}
          label={words.firstName}
          autoComplete={own('given-name')}
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <TextField
          field={field('lastName')}
          label={words.lastName}
          autoComplete={own('family-name')}
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </div>
      <DateField
        field={field('dateOfBirth')}
        label={words.dateOfBirth}
        hint={words.dateOfBirthHint}
        autoComplete={own('bday')}
      />
      <EmailField
        field={field('email')}
        label={words.email}
        hint={number === 1 ? words.emailHint : words.otherEmailHint}
        autoComplete={own('email')}
        enterKeyHint="next"
      />
      <EmailSuggestion field={field('email')} />
      <div className={styles.mobile}>
        <SelectField
          field={field('mobileCode')}
          label={words.mobileCode}
          options={codeOptions}
          empty={null}
          autoComplete={own('tel-area-code')}
        />
        <TextField
          field={field('mobile')}
          label={words.mobile}
          hint={words.mobileHint}
          inputMode="tel"
          autoComplete={own('tel-national')}
          enterKeyHint="next"
          transform={takeMobile}
        />
      </div>
      {number > 1 && (
        <div>
          <Button kind="quiet" describedBy={policyholderHeadingId(number)} onPress={() => onRemove(number)}>
            {words.remove}
          </Button>
        </div>
      )}
    </section>
  )
}

/**
 * Never blocks: the typed address stays unless the visitor takes the other one. Before its last letter it may look like a slip
 * of another one: nothing is said of that until the field is left.
 */
function EmailSuggestion({ field }: { field: string }) {
  const draft = useDraft()
  const text = useAnswer(field)
  const [left, setLeft] = useState(text)
  useEffect(() => {
    const stop = new AbortController()
    const unpressed = deferUntilPointerUp(stop.signal)
    const take = () => setLeft(draft.answers()[field] ?? '')
    const out = ({ target }: FocusEvent) => {
      // When the window loses focus, the field keeps it.
      if (document.activeElement !== target) unpressed(take)
    }
    document.addEventListener('focusout', out, { capture: true, signal: stop.signal })
    // A switch fills it in, an Undo brings it back: nobody types there.
    const forget = draft.subscribe(() => {
      if (document.activeElement?.id !== fieldId(field)) unpressed(take)
    })
    return () => {
      stop.abort()
      forget()
    }
  }, [draft, field])
  const likely = (text === left || !isStillTyping(text)) && suggestEmail(text)
  return (
    <div role="status">
      {likely && (
        <Button
          kind="quiet"
          onPress={() => {
            draft.setAnswer(field, likely)
            // The button is removed together with its message.
            document.getElementById(fieldId(field))?.focus()
          }}
        >
          {words.didYouMean(likely)}
        </Button>
      )}
    </div>
  )
}
