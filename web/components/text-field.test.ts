/** Tests the caret position in a field that groups typed text. */
import { expect, it } from 'vitest'
import { formatBankAccountInput } from '#journey/bank-account.ts'
import { setValueKeepingCaret } from './text-field.tsx'

/** A fake input that changes as a browser's does before its input event. */
class Typing {
  value = ''
  selectionStart = 0
  setSelectionRange(start: number): void {
    this.selectionStart = start
  }
  type(text: string): void {
    for (const character of text) this.#change(this.selectionStart, this.selectionStart, character)
  }
  backspace(): void {
    this.#change(this.selectionStart - 1, this.selectionStart, '')
  }
  forwardDelete(): void {
    this.#change(this.selectionStart, this.selectionStart + 1, '', true)
  }
  #change(from: number, to: number, text: string, forward = false): void {
    const before = this.value
    const changed = before.slice(0, from) + text + before.slice(to)
    this.value = changed
    this.selectionStart = from + text.length
    const atEnd = this.selectionStart === changed.length
    setValueKeepingCaret(this, typed => formatBankAccountInput(typed, before, null), forward)
    // Setting the value by script moves the caret to the end.
    if (atEnd) this.selectionStart = this.value.length
  }
}

const filled = (caret: number): Typing => {
  const field = new Typing()
  field.type('123140017132350')
  expect(field.value).toBe('12-3140-0171323-50')
  field.setSelectionRange(caret)
  return field
}

it('[PAY-02] keeps digits typed before others in the order of typing', () => {
  const field = filled(0)
  field.type('9')
  expect([field.value, field.selectionStart]).toEqual(['91-2314-0017132-350', 1])
  // Only as many as fit: no digit is pushed out at the end.
  field.type('87')
  expect([field.value, field.selectionStart]).toEqual(['91-2314-0017132-350', 1])
  field.backspace()
  expect([field.value, field.selectionStart]).toEqual(['12-3140-0171323-50', 0])
})

it('[PAY-02] skips a hyphen when deleting in the middle, backwards and forwards', () => {
  const back = filled(3)
  back.backspace()
  back.backspace()
  expect([back.value, back.selectionStart]).toEqual(['13-1400-1713235-0', 1])
  const forward = filled(2)
  forward.forwardDelete()
  forward.forwardDelete()
  expect([forward.value, forward.selectionStart]).toEqual(['12-1400-1713235-0', 3])
})

it('[PAY-02] keeps the caret after a digit corrected in the middle', () => {
  const field = filled(5)
  field.backspace()
  field.type('9')
  expect([field.value, field.selectionStart]).toEqual(['12-3940-0171323-50', 5])
})
