/**
 * One New Zealand address: type, pick from the lines offered, and the whole address is found; 'Enter address manually' is
 * there from the start (CAR-09, HOLDER-05). Its combobox comes in a file of its own; until then it is a plain text field.
 */
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Address } from '#journey/address.ts'
import { addressWords } from '#web/words/address.ts'
import css from './address-field.module.css'
import { Button } from './button.tsx'
import { fieldId } from './problems.ts'
import { TextField } from './text-field.tsx'

export interface AddressFieldProps {
  readonly field: string
  readonly label: string
  readonly kind: 'risk' | 'postal'
  readonly hint?: ReactNode
  /** The address that stands, or undefined while none is found. */
  readonly found?: Address | undefined
  /** A whole address was found, or the one there was no longer holds (null). */
  readonly onFound: (address: Address | null) => void
  readonly onManual: () => void
  /** Under the field when nothing was found; 'Address not found.' unless said. */
  readonly notFoundText?: string
}

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

  if (Combobox) return <Combobox {...props} />
  return (
    <div className={css.address}>
      <TextField
        field={props.field}
        label={props.label}
        hint={props.hint}
        className={css.plain ?? ''}
        autoComplete={`section-${props.kind} address-line1`}
        autoCapitalize="words"
      />
      <Button kind="quiet" onPress={props.onManual}>
        {addressWords.manually}
      </Button>
    </div>
  )
}
