/** What the car is worth, with the band of its model in the hint (CAR-10). */

import { dollarsText } from '#journey/money.ts'
import { bandIsTooHigh } from '#journey/questions/car.ts'
import { MoneyField } from '#web/components/money-field.tsx'
import { carFields } from '#web/content/car.ts'
import { carUseWords } from '#web/content/car-use.ts'
import { useFromFacts } from '#web/features/draft/draft-store.ts'

const maximumLength = 9

export function ValueQuestion() {
  const valueBand = useFromFacts(facts => facts.valueBand)
  const hint =
    valueBand && !bandIsTooHigh(valueBand)
      ? carUseWords.carValueBand(dollarsText(valueBand.minimumDollars), dollarsText(valueBand.maximumDollars))
      : carUseWords.carValueHint
  return <MoneyField field="carValue" label={carFields.carValue} hint={hint} maxLength={maximumLength} />
}
