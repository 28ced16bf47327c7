/** Tests of the glyph fallback: letters, marks and invisible characters. */
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { fonts, hasAllGlyphs, replaceMissingGlyphs } from './glyph-fallback.ts'

test.each(Object.entries(fonts))('[PAY-06] knows all characters of the %s font, and no others', (_, file) => {
  // The library with which pdfkit reads fonts.
  const fontkit = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit')
  const { characterSet }: { characterSet: readonly number[] } = fontkit.create(file)
  const letters = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))
  const inFont = new Set(characterSet.map(code => String.fromCharCode(code)))
  const isSame = (letter: string) => letter >= ' ' && letter.normalize('NFC') === letter
  expect(letters.filter(letter => isSame(letter) && replaceMissingGlyphs(letter) === letter)).toEqual(
    letters.filter(letter => isSame(letter) && inFont.has(letter)),
  )
})

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
  expect(replaceMissingGlyphs(typed)).toBe(printed)
  expect(hasAllGlyphs(typed)).toBe(true)
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
  expect(replaceMissingGlyphs(typed)).toBe(printed)
  expect(hasAllGlyphs(typed)).toBe(false)
})
