/**
 * One New Zealand address: type, pick from the lines offered, and the whole address is found; 'Enter address manually' is
 * there from the start (CAR-09, HOLDER-05). Its combobox comes in a file of its own; until then it is a plain text field.
 */
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { addressWords } from '#web/words/address.ts'
import css from './address-field.module.css'
import type { AddressFieldProps } from './address-field-props.ts'
import { Button } from './button.tsx'
import { fieldId } from './problems.ts'
import { TextField } from './text-field.tsx'

/** Not in the way of the first screen, and there long before anybody reaches the field. */
const afterFirstScreenMs = 300

export function AddressField(props: AddressFieldProps) {
  const [Combobox, setCombobox] = useState<ComponentType<AddressFieldProps> | null>(null)
  const hadFocus = useRef(false)
  const id = fieldId(props.field)

  useEffect(() => {
    let gone = false
    const timer = setTimeout(async () => {
      const file = await import('./address-combobox.tsx').catch(() => null)
      if (gone || !file) return
      hadFocus.current = document.activeElement?.id === id
      setCombobox(() => file.AddressCombobox)
    }, afterFirstScreenMs)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [id])

  useEffect(() => {
    if (!Combobox || !hadFocus.current) return
    const control = document.getElementById(id)
    if (!(control instanceof HTMLInputElement)) return
    control.focus()
    control.setSelectionRange(control.value.length, control.value.length)
  }, [Combobox, id])

  // The button is the same before and after: it may have the focus, or have opened the popup that gives it back.
  return (
    <div className={css.address}>
      {Combobox ? (
        <Combobox {...props} />
      ) : (
        <TextField
          field={props.field}
          label={props.label}
          hint={props.hint}
          className={css.plain ?? ''}
          autoComplete={`section-${props.kind} address-line1`}
          autoCapitalize="words"
        />
      )}
      <Button kind="quiet" onPress={props.onManual}>
        {addressWords.manually}
      </Button>
    </div>
  )
}
