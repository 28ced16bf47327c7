/** The list of one to five policyholders in step 4 (policyholder), with buttons to add and remove them. */
import { Fragment, useEffect, useState } from 'react'
import { mobilePrefixes } from '#journey/mobile.ts'
import { maximumPolicyholders, titles } from '#journey/people.ts'
import { emptyPolicyholder, type FieldPath, getFieldValue } from '#journey/questions/form-answers.ts'
import { mobilePrefixOf } from '#journey/questions/policyholder.ts'
import { Button } from '#web/components/button.tsx'
import { EmailField } from '#web/components/email-field.tsx'
import { fieldId, SummaryLabelContext } from '#web/components/field.tsx'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { Tooltip } from '#web/components/tooltip.tsx'
import { deferUntilPointerUp, type FormHandle } from '#web/components/use-form.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { useAnswer, useDraft, useDraftSelector } from '#web/features/draft/draft-store.ts'
import { PersonFields, PrefilledNotice, usePeopleList } from '#web/features/people-list/people-list.tsx'
import { type UndoHandle, UndoStatus, undoStatusId } from '#web/features/people-list/use-undo.tsx'
import { isPartialMailHost, splitMobileInput, suggestEmail } from './contact-input.ts'
import './policyholder-page.css'

type PolicyholderListProps = Pick<FormHandle, 'moveErrors'> & { readonly undo: UndoHandle }

export function PolicyholderList({ undo, moveErrors }: PolicyholderListProps) {
  const draft = useDraft()
  const count = useDraftSelector(({ policyholders }) => policyholders.policyholders.length)
  const { add, remove } = usePeopleList({
    path: 'policyholders.policyholders',
    newPerson: { ...emptyPolicyholder, mobileCode: mobilePrefixOf(emptyPolicyholder) },
    people: () => draft.answers().policyholders.policyholders,
    setPeople: policyholders => draft.setAnswers({ policyholders: { policyholders } }),
    headingId: policyholderHeadingId,
    // Not the heading above, which is a screen away: 'Undo' would be out of view.
    focusAfterRemoval: index => undoStatusId(policyholderHeadingId(index)),
    removalNotice: (index, countBefore) => ({
      text: (index === countBefore - 1 ? words.removed : words.removedBefore)(index + 1),
      anchorId: policyholderHeadingId(index),
    }),
    undo,
    moveErrors,
  })
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields follow their index
        <Fragment key={index}>
          <PolicyholderSection index={index} onRemove={remove} />
          {/* Where the removed person was. */}
          <UndoStatus undo={undo} anchorId={policyholderHeadingId(index + 1)} />
        </Fragment>
      ))}
      <p className="muted policyholder-page-authority">
        {words.authorityShort} <Tooltip label={words.authorityLabel}>{words.authority}</Tooltip>
      </p>
      {count < maximumPolicyholders && (
        <div>
          <Button kind="secondary" onPress={add}>
            {words.add}
          </Button>
        </div>
      )}
    </>
  )
}

const titleOptions = titles.map(title => ({ value: title, label: title }))
const codeOptions = mobilePrefixes.map(code => ({ value: code, label: code }))

/** The id of a policyholder's heading, which takes the focus when one was added or restored. */
const policyholderHeadingId = (index: number): string => `policyholder-${index + 1}-heading`

function PolicyholderSection({ index, onRemove }: { index: number; onRemove: (index: number) => void }) {
  const draft = useDraft()
  const at = `policyholders.policyholders.${index}` as const
  const isFirst = index === 0
  const autofill = (token: string) => (isFirst ? token : 'off')
  const applyMobileInput = (typed: string, _before: string, inserted: string | null): string => {
    const [code, number] = splitMobileInput(typed, inserted)
    // Also called with the text before the caret, which begins with the same code.
    if (code) draft.setAnswer(`${at}.mobileCode`, code)
    return number
  }
  const summaryLabel = (label: string) => `${words.policyholder(index + 1)}, ${label}`
  return (
    <SummaryLabelContext value={summaryLabel}>
      <section
        className="stack gap-5 policyholder-page-section"
        aria-labelledby={policyholderHeadingId(index)}
      >
        <h2 id={policyholderHeadingId(index)} tabIndex={-1}>
          {words.policyholder(index + 1)}
        </h2>
        {isFirst && <PrefilledNotice person="policyholder" />}
        <RadioGroup
          field={`${at}.title`}
          legend={words.titleLegend}
          hint={words.titleHint}
          options={titleOptions}
          layout="short"
        />
        <PersonFields path={at} isFirst={isFirst} texts={words} />
        <EmailField
          field={`${at}.email`}
          label={words.email}
          hint={isFirst ? words.emailHint : words.otherEmailHint}
          autoComplete={autofill('email')}
        />
        <EmailSuggestion field={`${at}.email`} />
        <div className="policyholder-page-mobile">
          <SelectField
            field={`${at}.mobileCode`}
            label={words.mobileCode}
            options={codeOptions}
            empty={null}
            autoComplete={autofill('tel-area-code')}
          />
          <TextField
            field={`${at}.mobile`}
            label={words.mobile}
            hint={words.mobileHint}
            inputMode="tel"
            autoComplete={autofill('tel-national')}
            transform={applyMobileInput}
          />
        </div>
        {!isFirst && (
          <div>
            <Button kind="quiet" describedBy={policyholderHeadingId(index)} onPress={() => onRemove(index)}>
              {words.remove}
            </Button>
          </div>
        )}
      </section>
    </SummaryLabelContext>
  )
}

/**
 * Suggests a similar address for a likely typo; the typed one stays unless the customer clicks. An address that may
 * still be typed on gets no suggestion until the field is left.
 */
function EmailSuggestion({ field }: { field: FieldPath }) {
  const draft = useDraft()
  const text = useAnswer(field)
  const [left, setLeft] = useState(text)
  useEffect(() => {
    const stop = new AbortController()
    const afterPointerUp = deferUntilPointerUp(stop.signal)
    const update = () => setLeft(getFieldValue(draft.answers(), field))
    const out = ({ target }: FocusEvent) => {
      // When the window loses focus, the field keeps it.
      if (document.activeElement !== target) afterPointerUp(update)
    }
    document.addEventListener('focusout', out, { capture: true, signal: stop.signal })
    // A switch or 'Undo' fills the field without typing.
    const forget = draft.subscribe(() => {
      if (document.activeElement?.id !== fieldId(field)) afterPointerUp(update)
    })
    return () => {
      stop.abort()
      forget()
    }
  }, [draft, field])
  const likely = (text === left || !isPartialMailHost(text)) && suggestEmail(text)
  return (
    <div className="live-region" role="status">
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
