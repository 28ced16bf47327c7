/** Tests of the glyph fallback. */
import { expect, test } from 'vitest'
import { isFullyDrawable, toDrawable } from './glyph-fallback.ts'

test.each([
  ['Māia Tūhoe, Pōneke', 'Māia Tūhoe, Pōneke'],
  ['Ma\u0304ia', 'Māia'],
  ['Kaleo\u02BBa', 'Kaleo‘a'],
  ['Zoë Šimůnková-Łukasz, Þór, Ağaoğlu, Ñuñez', 'Zoë Šimůnková-Łukasz, Þór, Ağaoğlu, Ñuñez'],
  // Not in the font as one letter, but as a letter and a mark.
  ['Ũna', 'U\u0303na'],
  ['3/210 Mātua Road\nAuckland', '3/210 Mātua Road\nAuckland'],
  // What came along from where it was copied: spaces of other widths, and letters that show nothing.
  ['12\u2009Queen\u3000Street', '12 Queen Street'],
  ['12 Queen\u200B Str\u00ADeet\uFEFF', '12 Queen Street'],
])('[PAY-06] %j is printed whole', (typed, printed) => {
  expect(toDrawable(typed)).toBe(printed)
  expect(isFullyDrawable(typed)).toBe(true)
})

test.each([
  ['Nguyễn', 'Nguy?n'],
  ['Ελένη', '?????'],
  ['Олена O’Brien', '????? O’Brien'],
  ['李小龙', '???'],
  ['𠮷田', '??'],
  // A mark the font lacks goes; the letter it stood on stays.
  ['a\u0361b', 'ab'],
])('[PAY-06] of %j what cannot be printed is marked, never respelt', (typed, printed) => {
  expect(toDrawable(typed)).toBe(printed)
  expect(isFullyDrawable(typed)).toBe(false)
})
