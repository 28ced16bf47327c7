/** The car value question of step 1, with the value band of the model in its hint. */

import { dollarsText } from '#journey/money.ts'
import { bandIsTooHigh } from '#journey/questions/car.ts'
import { MoneyField } from '#web/components/money-field.tsx'
import { carFieldLabels, carUseText } from '#web/content/car.ts'
import { bandOf } from '#web/features/draft/draft-state.ts'
import { useDraftSelector } from '#web/features/draft/draft-store.ts'

const maximumLength = 9

export function CarValueQuestion() {
  const valueBand = useDraftSelector(({ car }, draftState) => bandOf(car, draftState))
  const hint =
    valueBand && !bandIsTooHigh(valueBand)
      ? carUseText.carValueBand(dollarsText(valueBand.minimumDollars), dollarsText(valueBand.maximumDollars))
      : carUseText.carValueHint
  return (
    <MoneyField field="car.carValue" label={carFieldLabels.carValue} hint={hint} maxLength={maximumLength} />
  )
}
