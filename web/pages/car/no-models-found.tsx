/** No model was found for a plate: look again, or call (CAR-05). */

import { usePage } from '#web/app/page-settings.ts'
import { Button } from '#web/components/button.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { noModelsWords } from '#web/content/no-models-found.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import css from './car.module.css'

export function NoModels() {
  const { brand } = usePage()
  const draft = useDraft()
  const lookAgain = () => {
    draft.setFacts({ models: undefined })
    // This button goes; what to look at again is the plate.
    document.getElementById(fieldId('plate'))?.focus()
  }
  return (
    <div className={css.notFound}>
      <p role="alert">{noModelsWords.notFound(brand.vehicleNotFoundPhone.text)}</p>
      <div className={css.row}>
        <Button kind="secondary" onPress={lookAgain}>
          {noModelsWords.lookAgain}
        </Button>
        <a className={css.call} href={`tel:${brand.vehicleNotFoundPhone.tel}`}>
          {noModelsWords.call(brand.vehicleNotFoundPhone.text)}
        </a>
      </div>
    </div>
  )
}
