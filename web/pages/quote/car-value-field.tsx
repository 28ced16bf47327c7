/**
 * The car value field of step 3 (quote). A new value changes the price only after a click on 'Update car
 * value'.
 */

import { useEffect } from 'react'
import { stripMoneyFormat } from '#journey/car.ts'
import { insuresCarValue } from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { errorPath } from '#journey/page-paths.ts'
import {
  coverOf,
  isValueChanged,
  maximumCarValueLength,
  type QuoteErrorCode,
  quoteValueErrors,
} from '#journey/questions/quote.ts'
import { Button } from '#web/components/button.tsx'
import { RetryNotice } from '#web/components/call-messages.tsx'
import { MoneyField } from '#web/components/money-field.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { coverOptionsText, quoteText } from '#web/content/quote.ts'
import { bandOf } from '#web/features/draft/draft-state.ts'
import { useAnswersSelector, useDraft, useDraftSelector } from '#web/features/draft/draft-store.ts'
import { useValueBand } from '#web/features/lookups/value-band.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { useNavigation } from '#web/lib/navigation.ts'
import styles from './quote-page.module.css'

export type CarValueFieldProps = Pick<FormHandle<QuoteErrorCode>, 'addError' | 'clearError'>

export function CarValueField({ addError, clearError }: CarValueFieldProps) {
  const draft = useDraft()
  const { navigateTo } = useNavigation()
  const valueBand = useDraftSelector(({ car }, draftState) => bandOf(car, draftState))
  const announce = useAnnounce()
  const isChanged = useAnswersSelector(isValueChanged)

  // A customer who came by a link has not been on step 1, and there the look-up may have failed.
  const { ensureBand, isRepeating } = useValueBand({
    isEnabled: true,
    onUnreachable: () => navigateTo(errorPath),
  })
  // A cover without this field must not keep its error.
  useEffect(() => () => clearError('cover.quoteCarValue'), [clearError])

  const update = async () => {
    if (!(await ensureBand())) return
    // The customer has opened a cover without this field.
    if (!insuresCarValue(coverOf(draft.answers()))) return
    const problems = quoteValueErrors(draft.answers(), bandOf(draft.answers().car, draft.state()))
    for (const problem of problems) addError(problem)
    if (problems.length > 0) return
    draft.setAnswer('car.carValue', stripMoneyFormat(draft.answers().cover.quoteCarValue))
    announce(coverOptionsText.valueUpdated)
  }
  const hint = valueBand
    ? coverOptionsText.carValueHint(
        dollarsText(valueBand.minimumDollars),
        dollarsText(valueBand.maximumDollars),
      )
    : coverOptionsText.carValuePlainHint
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field and the button
    <div
      className={`stack gap-3 no-print ${styles.value}`}
      onKeyDown={event => {
        // Next is disabled until the value is updated, so Enter updates it.
        if (event.key !== 'Enter' || !isChanged) return
        event.preventDefault()
        void update()
      }}
    >
      <MoneyField
        field="cover.quoteCarValue"
        label={quoteText.carValueLabel}
        hint={hint}
        maxLength={maximumCarValueLength}
        digitsOnly
      />
      <RetryNotice on={isRepeating} />
      <Button kind={isChanged ? 'primary' : 'secondary'} blocked={!isChanged} onPress={() => void update()}>
        {coverOptionsText.updateCarValue}
      </Button>
      {isChanged && <p className="muted small">{coverOptionsText.valueUnsaved}</p>}
    </div>
  )
}
