/** Tests the cleaning of pasted text: invisible characters that the server rejects. */
import { expect, it } from 'vitest'
import { text } from '#contract/schemas/common.ts'
import { findUnsafeText } from '#server/plugins/body-checks.ts'
import { toPlainText } from './use-draft-field.ts'

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
  [
    'what an input method writes twice as wide',
    'Ｍａｉａ＠ｅｘａｍｐｌｅ．ｎｚ\u3000０６１０',
    'Maia@example.nz 0610',
  ],
  ['an apostrophe turned the wrong way', 'D‘Arcy', 'D’Arcy'],
  ['half a letter', 'Kauri Trust \uD83C', 'Kauri Trust '],
])(
  '[SHELL-14] [EDGE-17] %s is removed, or replaced by the character of a keyboard',
  (_what, pasted, kept) => {
    expect(toPlainText(pasted)).toBe(kept)
  },
)

it('[SHELL-14] [EDGE-17] produces only characters that the server accepts', () => {
  for (let code = 0; code < 0x10000; code += 1) {
    const kept = toPlainText(`a${String.fromCharCode(code)}b`)
    if (findUnsafeText(kept) !== null || !text().safeParse(kept).success)
      throw new Error(`U+${code.toString(16)}`)
  }
})

it.each(['Ōtāhuhu', 'O’Brien', 'Zoe\u0308', '李 小龍', '𠮷田', 'Fish & Chips 🐟'])(
  '[SHELL-14] %s stays as it is',
  typed => {
    expect(toPlainText(typed)).toBe(typed)
  },
)
