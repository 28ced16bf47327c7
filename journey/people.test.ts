/** Tests of names at their limits, and of who gets a privacy notice. */
import { expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import { isBlankName, isName, isSamePerson, nameKey, normalizeName } from './people.ts'

it('[DRIVER-03] [HOLDER-04] a name has letters of any language, and at most 50 of them', () => {
  const names = [
    ...texts("Māia | O'Brien | O’Brien | Ωρίων | Ma\u0304ia | Anne–Marie | Kaʻimi | Ma\u200Bia"),
    'x'.repeat(50),
    'O`Brien',
  ]
  const others = ['', '\u0304', 'R2D2', 'a@b', 'Jo\u0007', 'x'.repeat(51), '<b>', 'Jo.']
  expect([...names, ...others].filter(isName)).toEqual(names)
})

/** All marks that were seen in place of an apostrophe. */
const apostrophes = [..."'’‘`´ʹʼʽˈ‛′‵＇｀՚׳΄῾❛❜ߴߵ"]

it('[HOLDER-02] [DRIVER-03] O’Brien is the same person with any apostrophe', () => {
  const of = (lastName: string) => ({ firstName: 'Māia', lastName, dateOfBirth: '1988-04-12' })
  for (const mark of apostrophes) {
    expect(isSamePerson(of(`O${mark}Brien`), of("O'Brien")), mark).toBe(true)
    expect(isSamePerson(of(`O${mark}Brien`), of('Obrien')), mark).toBe(false)
    expect(["O'Brien", 'O’Brien']).toContain(normalizeName(`O${mark}Brien`))
  }
})

it.each([
  ...pairs(`
    Anne–Marie → Anne-Marie | Anne\u2011Marie → ANNE - MARIE | Ma\u0304ia → Māia
    Ma\u200Bi\uFEFFa → Maia | Ｍａｉａ → maia | Kaʻimi → Ka'imi | Kaʻimi → Ka‘imi | Weiß → WEISS
    Γιώργος → ΓΙΏΡΓΟΣ
  `),
  ['  māia\u00A0 rose ', 'Māia Rose'],
])('[DRIVER-03] [HOLDER-04] %j is the name %j', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

it.each(pairs('Māia → Maia | Kaʻimi → Kaimi | Anne-Marie → Anne Marie'))(
  '[DRIVER-03] [HOLDER-04] %j is another name than %j',
  (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other))
  },
)

it('[HOLDER-04] the ʻokina and the macron are stored as they are', () => {
  for (const name of ['Kaʻimi', 'Māia', 'Ngāti-Porou', "Te O'Neill", 'D’Arcy'])
    expect(normalizeName(name)).toBe(name)
})

it.each([
  ['zero-width joiners', '\u200D\u200C\u2060'],
  ['braille blanks', '\u2800\u2800'],
  ['Hangul fillers', '\u3164\uFFA0\u115F\u1160'],
  ['blanks', ' \u00A0\u3000\t'],
  ['Egyptian blanks', '\u{13441}\u{13442}'],
  ['hyphens and apostrophes', "- ’' –"],
  ['marks alone', '\u0301\u0304\uFE0F'],
  ['an ʻokina alone', 'ʻ'],
])('[DRIVER-03] [HOLDER-04] %s are no name', (_what, text) => {
  expect([isBlankName(text), isName(text)]).toEqual([true, false])
})
