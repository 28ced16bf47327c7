/** The models of a plate: being looked for, to choose from, or none (CAR-04, CAR-05). */
import { useEffect, useState } from 'react'
import { useDraft, useFacts } from '#web/draft.ts'
import { Button } from '#web/form/button.tsx'
import { fieldId, useFieldProblem } from '#web/form/problems.ts'
import { Radios } from '#web/form/radios.tsx'
import { Spinner, useSpinning } from '#web/form/spinner.tsx'
import { usePage } from '#web/page.ts'
import { carWords } from '#web/words/car.ts'
import css from './car.module.css'

const patienceMs = 10_000

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

function NotFound() {
  const { brand } = usePage()
  const draft = useDraft()
  return (
    <div className={css.notFound}>
      <p role="alert">{carWords.notFound(brand.vehicleNotFoundPhone.text)}</p>
      <div className={css.row}>
        <Button kind="secondary" onPress={() => draft.setFacts({ models: undefined })}>
          {carWords.lookAgain}
        </Button>
        <a className={css.call} href={`tel:${brand.vehicleNotFoundPhone.tel}`}>
          {carWords.call(brand.vehicleNotFoundPhone.text)}
        </a>
      </div>
    </div>
  )
}

/** @param isFinding a look-up is out or waiting for its session */
export function ModelChoice({ isFinding }: { isFinding: boolean }) {
  const draft = useDraft()
  const { models, notInsurable } = useFacts()
  const isMissed = useFieldProblem('vehicleKey') !== null
  const isSpinning = useSpinning(isFinding)
  if (isSpinning) return <Finding />
  // Its place is taken at once: what comes into it moves nothing below.
  if (isFinding) return <div className={css.models} />
  if (notInsurable) return <p className={css.notFound}>{carWords.sorry}</p>
  if (models?.length === 0) return <NotFound />
  if (!models && !isMissed) return null
  return (
    <div className={css.models}>
      <Radios
        field="vehicleKey"
        legend={carWords.model}
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
