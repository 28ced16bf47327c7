/** The plate, transmission and model questions of step 1. */

import { formatPlateInput, isWithinPlate, normalizePlate } from '#journey/plate.ts'
import type { CarCode } from '#journey/questions/car.ts'
import { transmissions } from '#journey/transmission.ts'
import { RepeatingNotice } from '#web/components/call-messages.tsx'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { carFieldLabels, carText } from '#web/content/car.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { ModelChoice, type ModelChoiceProps } from './model-choice.tsx'
import type { PlateHandle } from './use-plate.ts'

const options = transmissions.map(transmission => ({ value: transmission, label: transmission }))

export interface VehicleQuestionsProps extends ModelChoiceProps {
  readonly form: FormHandle<CarCode>
  readonly plate: PlateHandle
}

export function VehicleQuestions({ form, plate, ...models }: VehicleQuestionsProps) {
  const draft = useDraft()
  return (
    <>
      <TextField
        field="car.plate"
        label={carFieldLabels.plate}
        hint={carText.plateHint}
        placeholder={carText.platePlaceholder}
        transform={formatPlateInput}
        typingLimit={isWithinPlate}
        autoCapitalize="characters"
        enterKeyHint="next"
        className="plate"
        onLeave={plate.left}
      />
      <RepeatingNotice on={plate.isRepeating} />
      <RadioGroup
        field="car.transmission"
        legend={carFieldLabels.transmission}
        hint={carText.transmissionHint}
        options={options}
        layout="row"
        onChoose={() => {
          if (normalizePlate(draft.answers().car.plate) === '') {
            form.addError({ field: 'car.plate', code: 'PLATE_INVALID' })
            draft.setAnswer('car.transmission', '')
            return
          }
          draft.setAnswer('car.vehicleKey', '')
          plate.left()
        }}
      />
      <ModelChoice {...models} />
    </>
  )
}
