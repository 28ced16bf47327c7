/** The message for a plate without a model: try again, or call. */

import { usePageSettings } from '#web/app/page-settings.ts'
import { Button } from '#web/components/button.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { noModelsFoundText } from '#web/content/no-models-found.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import css from './car.module.css'

export function NoModelsFound() {
  const { brand } = usePageSettings()
  const draft = useDraft()
  const lookAgain = () => {
    draft.setState({ models: undefined })
    // This button is removed: focus the plate, which the customer should check.
    document.getElementById(fieldId('plate'))?.focus()
  }
  return (
    <div className={css.notFound}>
      <p role="alert">{noModelsFoundText.notFound(brand.vehicleNotFoundPhone.text)}</p>
      <div className={css.row}>
        <Button kind="secondary" onPress={lookAgain}>
          {noModelsFoundText.lookAgain}
        </Button>
        <a className={css.call} href={`tel:${brand.vehicleNotFoundPhone.tel}`}>
          {noModelsFoundText.call(brand.vehicleNotFoundPhone.text)}
        </a>
      </div>
    </div>
  )
}
