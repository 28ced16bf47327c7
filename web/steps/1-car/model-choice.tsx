/** The models of a plate: being looked for, to choose from, or none (CAR-04, CAR-05). */
import { useEffect, useState } from 'react'
import { useDraft, useFromFacts } from '#web/draft.ts'
import { Button } from '#web/form/button.tsx'
import { fieldId, useFieldProblem } from '#web/form/problems.ts'
import { Radios } from '#web/form/radios.tsx'
import { Spinner, useSpinning } from '#web/form/spinner.tsx'
import { Later, laterPart } from '#web/later.tsx'
import { usePage } from '#web/page.ts'
import { carFields, carWords } from '#web/words/car.ts'
import css from './car.module.css'

const patienceMs = 10_000

/** Few plates have none. */
const NoModels = laterPart(() => import('./no-models.tsx').then(file => file.NoModels))

function Finding() {
  const { brand } = usePage()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={`${css.models} ${css.finding}`}>
      <Spinner text={carWords.finding} />
      {isSlow ? (
        <p role="status">
          {carWords.stillFinding} <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>
        </p>
      ) : null}
      {isSlow ? (
        <Button kind="quiet" onPress={() => document.getElementById(fieldId('plate'))?.focus()}>
          {carWords.cancelFinding}
        </Button>
      ) : null}
    </div>
  )
}

/** @param isFinding a look-up is out or waiting for its session */
export function ModelChoice({ isFinding }: { isFinding: boolean }) {
  const draft = useDraft()
  const models = useFromFacts(facts => facts.models)
  const notInsurable = useFromFacts(facts => facts.notInsurable)
  const isMissed = useFieldProblem('vehicleKey') !== null
  const isSpinning = useSpinning(isFinding)
  if (isSpinning) return <Finding />
  // Its place is taken at once: what comes into it moves nothing below.
  if (isFinding) return <div className={css.models} />
  if (notInsurable) return <p className={css.notFound}>{carWords.sorry}</p>
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
          <p className={css.waiting} id={fieldId('vehicleKey')} tabIndex={-1}>
            {carWords.modelWaiting}
          </p>
        }
      />
    </div>
  )
}
