/** Tests of the glyph fallback: letters, marks and invisible characters. */
import { expect, test } from 'vitest'
import { isFullyDrawable, toDrawable } from './glyph-fallback.ts'

test.each([
  ['Māia Tūhoe, Pōneke', 'Māia Tūhoe, Pōneke'],
  ['Ma\u0304ia', 'Māia'],
  ['Kaleo\u02BBa', 'Kaleo‘a'],
  ['Zoë Šimůnková-Łukasz, Þór, Ağaoğlu, Ñuñez', 'Zoë Šimůnková-Łukasz, Þór, Ağaoğlu, Ñuñez'],
  // The font has the letter and the mark, but not the combined letter.
  ['Ũna', 'U\u0303na'],
  ['3/210 Mātua Road\nAuckland', '3/210 Mātua Road\nAuckland'],
  // Pasted text: other spaces and invisible characters.
  ['12\u2009Queen\u3000Street', '12 Queen Street'],
  ['12 Queen\u200B Str\u00ADeet\uFEFF', '12 Queen Street'],
])('[PAY-06] prints %j completely', (typed, printed) => {
  expect(toDrawable(typed)).toBe(printed)
  expect(isFullyDrawable(typed)).toBe(true)
})

test.each([
  ['Nguyễn', 'Nguy?n'],
  ['Ελένη', '?????'],
  ['Олена O’Brien', '????? O’Brien'],
  ['李小龙', '???'],
  ['𠮷田', '??'],
  // Drops a mark that the font lacks, and keeps its letter.
  ['a\u0361b', 'ab'],
])('[PAY-06] marks unprintable characters of %j and does not respell them', (typed, printed) => {
  expect(toDrawable(typed)).toBe(printed)
  expect(isFullyDrawable(typed)).toBe(false)
})
