/**
 * A switch of step 4 (policyholder) that copies answers of earlier steps, with 'Undo' and a notice if the
 * copy is out of date.
 */

import { SwitchField } from '#web/components/checkbox-field.tsx'
import { fieldId } from '#web/components/field.tsx'
import { useAnswer, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { type UndoHandle, UndoStatus } from '#web/features/people-list/use-undo.tsx'
import styles from './policyholder-page.module.css'

/** The draft's mark that the copied answers changed, so that the switch was turned off. */
const staleMarks = {
  'policyholders.useMainDriver': 'isDriverCopyStale',
  'policyholders.useVehicleAddress': 'isAddressCopyStale',
} as const

export interface CopySwitchProps {
  readonly field: keyof typeof staleMarks
  readonly label: string
  readonly help: string
  readonly staleText: string
  readonly undo: UndoHandle
  /** Copies or clears; returns the text of the notice that offers 'Undo', and what undoes the change. */
  readonly onChange: (isOn: boolean) => { readonly text: string; undo(): void }
}

export function CopySwitch({ field, label, help, staleText, undo, onChange }: CopySwitchProps) {
  const draft = useDraft()
  const mark = staleMarks[field]
  const isStale = useDraftState(draftState => draftState[mark] === true)
  const isCopied = useAnswer(field) === 'YES'
  const id = fieldId(field)
  return (
    <>
      <SwitchField
        field={field}
        label={label}
        help={help}
        onChange={isOn => {
          draft.setState({ [mark]: undefined })
          undo.offer({ ...onChange(isOn), anchorId: id })
        }}
      />
      {isStale && !isCopied && <p className={styles.stale}>{staleText}</p>}
      <UndoStatus undo={undo} anchorId={id} />
    </>
  )
}
