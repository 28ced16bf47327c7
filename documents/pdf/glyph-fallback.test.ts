/** Tests of the glyph fallback and of the cache of laid out words. */
import { expect, test, vi } from 'vitest'
import { schedulePdf } from '#documents/schedule.ts'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { cacheWordLayouts, fonts, isFullyDrawable, toDrawable } from './glyph-fallback.ts'

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

test('[PAY-06] the layout of a word is cached across documents', async () => {
  const set = Object.values(fonts).map(font => vi.spyOn(font as { layout(text: string): unknown }, 'layout'))
  const first = await schedulePdf(policyRecord, sampleBrand('harbour'))
  for (const layout of set) layout.mockClear()
  expect(await schedulePdf(policyRecord, sampleBrand('harbour'))).toEqual(first)
  expect(set.map(layout => layout.mock.calls)).toEqual([[], [], []])
})

test('the cache of words has a size limit, because customers’ names are among them', () => {
  const font = {}
  const opened = () => {
    const doc = { _font: { layoutCache: {} as Record<string, unknown> } }
    cacheWordLayouts(doc, font)
    return doc._font.layoutCache
  }
  const words = opened()
  for (let word = 0; word < 2_499; word += 1) words[`word ${word}`] = {}
  expect(opened()).toBe(words)
  words['the last'] = {}
  expect(opened()).toEqual({})
})
