/** Tests of plates as people type and paste them: a text is never cut to another car's plate. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import { formatPlateInput, isPlate, normalizePlate } from './plate-and-car-value.ts'

describe('number plates', () => {
  const letters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
  const plates = fc.array(letters, { minLength: 1, maxLength: 6 }).map(list => list.join(''))
  /** Blanks, dashes, invisible characters and punctuation. */
  const mark = fc.constantFrom(
    ...' \u00A0\u2009\u3000\t-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63\uFF0D',
    ...'\u00AD\u200B\u200C\u200D\u200E\u200F\u202A\u202C\u2060\u2066\u2069\uFEFF\uFE0F',
    ...'.·•‧・\'"‘’“”«#',
  )

  it('[CAR-02] normalising a plate ignores spaces, marks and case, and is idempotent', () => {
    fc.assert(
      fc.property(plates, fc.array(mark, { minLength: 7, maxLength: 7 }), (plate, marks) => {
        const typed = [...plate.toLowerCase(), ''].map((letter, place) => `${marks[place]}${letter}`).join('')
        expect(normalizePlate(typed)).toBe(plate)
        expect(normalizePlate(normalizePlate(typed))).toBe(plate)
        expect(isPlate(plate)).toBe(true)
      }),
    )
  })

  it.each(
    pairs(`
      JHU–968 → JHU968 | \u202AJHU968\u202C → JHU968 | • JHU 968 → JHU968 | “JHU968” → JHU968
      ＪＨＵ９６８ → JHU968 | Kea 1. → KEA1 | NZ 1 → NZ1
      Plate JHU 968 → JHU968 | REGO ABC–123 → ABC123 | Number plate: jhu 968 → JHU968
      Registration number JHU968 → JHU968 | Reg. no.: JHU968 → JHU968
      Licence plate – JHU968 → JHU968 | My plate is JHU968 → JHU968 | pla\u00ADte: JHU968 → JHU968
      Toyota: JHU968 → JHU968 | ute JHU 968 → JHU968 | It’s JHU–968 → JHU968
      Rego：K1 → K1 | Plate: NO1 → NO1 | Kennzeichen: JHU968 → JHU968
    `),
  )('[CAR-02] %j is shown as %s, without a word before the plate', (typed, plate) => {
    expect(formatPlateInput(typed)).toBe(plate)
  })

  it.each(
    texts(`
      JHU–9681 | JHU968 JHU969 | JHU: 9681 | A JHU968 | JHU A9681 | JHU968 ABC123 | JHU968 (Toyota) | plate: JHU9681
      plate: ABC123: JHU968 | Plate no K1 | My plate is CAR | Number plate | 7AT0C1H9X12345678
    `),
  )('[CAR-02] %j is shown complete and is no plate', typed => {
    expect(formatPlateInput(typed)).toBe(typed)
    expect(isPlate(normalizePlate(typed))).toBe(false)
  })

  it.each(['', ' - ', 'kēa1', 'ke\u0301a1', 'straße', 'ſ1', 'JHU96²', '١٢٣', '車1'])(
    '[CAR-02] [CAR-11] %j is no plate',
    typed => {
      expect(isPlate(normalizePlate(typed))).toBe(false)
    },
  )
})
