/** The button beside a date field that opens the browser's date picker, where only some days are allowed. */
import { useRef } from 'react'
import { formatDay, formatLongDate, type NzDay, parseTypedDay } from '#journey/dates.ts'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { useField } from './answers-context.ts'
import './field.css'

export interface DatePickerButtonProps {
  /** The date field that the chosen day is written to, as dd/mm/yyyy. */
  readonly field: FieldPath
  /** The button's name. It must not contain the field's label, or the field could not be found by it. */
  readonly name: string
  readonly earliest: NzDay
  readonly latest: NzDay
  /** Says the chosen day to screen readers: '27 November 2026'. */
  readonly announce: (text: string) => void
}

export function DatePickerButton({ field, name, earliest, latest, announce }: DatePickerButtonProps) {
  const [answer, setAnswer] = useField(field)
  const button = useRef<HTMLButtonElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <span className="no-print field-calendar">
      <button
        ref={button}
        type="button"
        className="field-calendar-button"
        onClick={() => {
          if (!picker.current) return
          picker.current.value = parseTypedDay(answer) ?? ''
          picker.current.showPicker()
        }}
      >
        <span className="visually-hidden">{name}</span>
        <svg width="20" height="20" aria-hidden="true">
          <use href="#icon-calendar" />
        </svg>
      </button>
      {/* Browsers open a calendar only beside a control that is laid out, so it lies invisible over the button. */}
      <input
        ref={picker}
        type="date"
        className="field-picker"
        tabIndex={-1}
        aria-hidden="true"
        min={earliest}
        max={latest}
        onChange={event => {
          const day = event.currentTarget.value
          setAnswer(day && formatDay(day))
          announce(day && formatLongDate(day))
          button.current?.focus()
        }}
      />
    </span>
  )
}
