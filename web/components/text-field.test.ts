/** Tests the cleaning of pasted text, and the caret position in a field that groups typed text. */
import { expect, it } from 'vitest'
import { text } from '#contract/schemas/common.ts'
import { formatBankAccountInput } from '#journey/bank-account.ts'
import { findUnsafeText } from '#server/plugins/body-checks.ts'
import { setValueKeepingCaret, toPlainText } from './text-field.tsx'

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

it.each([
  ['a tab, and a blank that may not break', '12\tQueen\u00A0Street', '12 Queen Street'],
  ['line ends', '12 Queen\r\nStreet\u2028', '12 Queen  Street '],
  ['marks that turn the line round', '\u202A12 Queen Street\u202C', '12 Queen Street'],
  ['marks that set text apart', '\u20662\u2069/\u206812\u2069 Queen Street', '2/12 Queen Street'],
  ['marks that only say which way', '\u200E021 123 4567\u200F', '021 123 4567'],
  ['a place where a word may break', 'maia\u00AD@exam\u200Bple.nz', 'maia@example.nz'],
  ['a mark of byte order inside a word', 'Ma\uFEFFia', 'Maia'],
  ['control characters', '\u0000Māia\u0007\u0085', 'Māia'],
  ['a hyphen that may not break, and a dash,', 'Anne\u2011Marie \u2013 Lee', 'Anne-Marie - Lee'],
  ['a minus sign', 'Anne\u2212Marie', 'Anne-Marie'],
  ['wide letters of an input method', 'Ｍａｉａ＠ｅｘａｍｐｌｅ．ｎｚ\u3000０６１０', 'Maia@example.nz 0610'],
  ['an apostrophe turned the wrong way', 'D‘Arcy', 'D’Arcy'],
  ['half a letter', 'Kauri Trust \uD83C', 'Kauri Trust '],
  ...['Ōtāhuhu', 'O’Brien', 'Zoe\u0308', '李 小龍', '𠮷田', 'Fish & Chips 🐟'].map(name => [
    name,
    name,
    name,
  ]),
])('[SHELL-14] [EDGE-17] %s becomes plain text', (_what, pasted, plain) => {
  expect(toPlainText(pasted)).toBe(plain)
})

it('[SHELL-14] [EDGE-17] produces only characters that the server accepts', () => {
  const schema = text()
  for (let code = 0; code < 0x10000; code += 1) {
    const plain = toPlainText(`a${String.fromCharCode(code)}b`)
    if (findUnsafeText(plain) !== null || !schema.safeParse(plain).success)
      throw new Error(`U+${code.toString(16)}`)
  }
})
