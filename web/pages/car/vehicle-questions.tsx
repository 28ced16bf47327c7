/** Plate, transmission and model: the three that find the car (CAR-02 to CAR-05). */

import { isWithinPlate, normalisePlate, typePlate } from '#journey/plate.ts'
import type { CarCode } from '#journey/questions/car.ts'
import { transmissions } from '#journey/transmission.ts'
import { Radios } from '#web/components/radio-group.tsx'
import { Repeating } from '#web/components/repeating-notice.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { StepForm } from '#web/components/use-form.ts'
import { carFields, carWords } from '#web/content/car.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import plateCss from '#web/styles/plate.module.css'
import { ModelChoice, type ModelChoiceProps } from './model-choice.tsx'
import type { PlateHandle } from './use-plate.ts'

const options = transmissions.map(transmission => ({ value: transmission, label: transmission }))

export interface VehicleQuestionsProps extends ModelChoiceProps {
  readonly form: StepForm<CarCode>
  readonly plate: PlateHandle
}

export function VehicleQuestions({ form, plate, ...models }: VehicleQuestionsProps) {
  const draft = useDraft()
  return (
    <>
      <TextField
        field="plate"
        label={carFields.plate}
        hint={carWords.plateHint}
        placeholder={carWords.platePlaceholder}
        transform={typePlate}
        typingLimit={isWithinPlate}
        autoCapitalize="characters"
        enterKeyHint="next"
        className={plateCss.plate ?? ''}
        onLeave={plate.left}
      />
      <Repeating on={plate.isRepeating} />
      <Radios
        field="transmission"
        legend={carFields.transmission}
        hint={carWords.transmissionHint}
        options={options}
        layout="row"
        onChoose={() => {
          if (normalisePlate(draft.answers().plate ?? '') === '') {
            form.addProblem({ field: 'plate', code: 'PLATE_INVALID' })
            draft.setAnswers({ transmission: undefined })
            return
          }
          draft.setFacts({ models: undefined, valueBand: undefined, notInsurable: undefined })
          draft.setAnswers({ vehicleKey: undefined })
          plate.left()
        }}
      />
      <ModelChoice {...models} />
    </>
  )
}
