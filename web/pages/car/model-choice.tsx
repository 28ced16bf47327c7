/** The model question of step 1: loading, a choice of models, or none found. */

import { useEffect, useState } from 'react'
import { fieldId, useFieldError } from '#web/components/field-errors.ts'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { RepeatingNotice } from '#web/components/repeating-notice.tsx'
import { Spinner, useDelayedSpinner } from '#web/components/spinner.tsx'
import { carFieldLabels, carText } from '#web/content/car.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { AfterFirstPaint, lazyPart } from '#web/lib/lazy.tsx'
import css from './car.module.css'

const patienceMs = 10_000

/** Few plates have none, and fewer take long. */
const NoModels = lazyPart(() => import('./no-models-found.tsx').then(file => file.NoModelsFound))
const SlowFinding = lazyPart(() => import('./slow-lookup-notice.tsx').then(file => file.SlowLookupNotice))

/** Where the summary of problems leads to, whatever stands here in place of the models. */
const place = { id: fieldId('vehicleKey'), tabIndex: -1 }

function Finding() {
  const draft = useDraft()
  const announce = useAnnounce()
  useEffect(() => {
    announce(carText.finding)
    return () => {
      // What was found is said in its place.
      if (!draft.state().models?.length) announce('')
    }
  }, [draft, announce])
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Spinner text={carText.finding} />
      {isSlow && (
        <AfterFirstPaint>
          <SlowFinding />
        </AfterFirstPaint>
      )}
    </>
  )
}

export interface ModelChoiceProps {
  /** A look-up is running or waits for its session. */
  readonly isFinding: boolean
  /** The look-up is being retried. */
  readonly isRepeating: boolean
}

export function ModelChoice({ isFinding, isRepeating }: ModelChoiceProps) {
  const draft = useDraft()
  const models = useDraftState(draftState => draftState.models)
  const notInsurable = useDraftState(draftState => draftState.notInsurable)
  const isMissed = useFieldError('vehicleKey') !== null
  const isSpinning = useDelayedSpinner(isFinding)
  // Reserve the space at once, so that late content does not shift the layout.
  if (isSpinning || isFinding)
    return (
      <div {...place} className={`${css.models} ${css.finding}`}>
        {isSpinning && <Finding />}
        <RepeatingNotice on={isRepeating} />
      </div>
    )
  if (notInsurable)
    return (
      <p {...place} className={css.notFound}>
        {carText.sorry}
      </p>
    )
  if (models?.length === 0)
    return (
      <AfterFirstPaint>
        <NoModels />
      </AfterFirstPaint>
    )
  if (!models && !isMissed) return null
  return (
    <div className={css.models}>
      <RadioGroup
        field="vehicleKey"
        legend={carFieldLabels.vehicleKey}
        hint={models ? carText.modelHint : undefined}
        options={(models ?? []).map(model => ({ value: model.vehicleKey, label: model.vehicleDescription }))}
        onChoose={() => draft.setState({ valueBand: undefined })}
        waiting={
          <p {...place} className={css.waiting}>
            {carText.modelWaiting}
          </p>
        }
      />
    </div>
  )
}
