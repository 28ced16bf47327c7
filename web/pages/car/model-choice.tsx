/** The models of a plate: being looked for, to choose from, or none (CAR-04, CAR-05). */
import { useEffect, useState } from 'react'
import { fieldId, useFieldProblem } from '#web/components/field-errors.ts'
import { Radios } from '#web/components/radio-group.tsx'
import { Repeating } from '#web/components/repeating-notice.tsx'
import { Spinner, useSpinning } from '#web/components/spinner.tsx'
import { carFields, carWords } from '#web/content/car.ts'
import { useDraft, useFromFacts } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { Later, laterPart } from '#web/lib/lazy.tsx'
import css from './car.module.css'

const patienceMs = 10_000

/** Few plates have none, and fewer take long. */
const NoModels = laterPart(() => import('./no-models-found.tsx').then(file => file.NoModels))
const SlowFinding = laterPart(() => import('./slow-lookup-notice.tsx').then(file => file.SlowFinding))

/** Where the summary of problems leads to, whatever stands here in place of the models. */
const place = { id: fieldId('vehicleKey'), tabIndex: -1 }

function Finding() {
  const draft = useDraft()
  const announce = useAnnounce()
  useEffect(() => {
    announce(carWords.finding)
    return () => {
      // What was found is said in its place.
      if (!draft.facts().models?.length) announce('')
    }
  }, [draft, announce])
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Spinner text={carWords.finding} />
      {isSlow && (
        <Later>
          <SlowFinding />
        </Later>
      )}
    </>
  )
}

export interface ModelChoiceProps {
  /** A look-up is out or waiting for its session. */
  readonly isFinding: boolean
  /** It is sent once more. */
  readonly isRepeating: boolean
}

export function ModelChoice({ isFinding, isRepeating }: ModelChoiceProps) {
  const draft = useDraft()
  const models = useFromFacts(facts => facts.models)
  const notInsurable = useFromFacts(facts => facts.notInsurable)
  const isMissed = useFieldProblem('vehicleKey') !== null
  const isSpinning = useSpinning(isFinding)
  // Its place is taken at once: what comes into it moves nothing below.
  if (isSpinning || isFinding)
    return (
      <div {...place} className={`${css.models} ${css.finding}`}>
        {isSpinning && <Finding />}
        <Repeating on={isRepeating} />
      </div>
    )
  if (notInsurable)
    return (
      <p {...place} className={css.notFound}>
        {carWords.sorry}
      </p>
    )
  if (models?.length === 0)
    return (
      <Later>
        <NoModels />
      </Later>
    )
  if (!models && !isMissed) return null
  return (
    <div className={css.models}>
      <Radios
        field="vehicleKey"
        legend={carFields.vehicleKey}
        hint={models ? carWords.modelHint : undefined}
        options={(models ?? []).map(model => ({ value: model.vehicleKey, label: model.vehicleDescription }))}
        onChoose={() => draft.setFacts({ valueBand: undefined })}
        waiting={
          <p {...place} className={css.waiting}>
            {carWords.modelWaiting}
          </p>
        }
      />
    </div>
  )
}
