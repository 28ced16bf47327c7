/** Tests of the forms in which a word of an address may be typed. */
import { expect, it } from 'vitest'
import { pairs } from '#test/samples/texts.ts'
import {
  isAbbreviableWord,
  shortForm,
  streetSuffixCode,
  streetSuffixName,
  wordForms,
} from './address-words.ts'

it.each(
  pairs(`
    street → st: street st | st → st: st saint | saint → st: saint st | mt → mt: mt mount
    queen → queen: queen
  `),
)('[CAR-09] the short form of %s and the forms it may be typed in: %s', (word, forms) => {
  expect(`${shortForm(word)}: ${wordForms(word).join(' ')}`).toBe(forms)
  expect(isAbbreviableWord(word)).toBe(word !== 'queen')
})

it('[CAR-09] a street suffix has a code and a name', () => {
  for (const [code, name] of pairs('N → North | SW → South West | UP → Upper | EX → Extension')) {
    expect(streetSuffixName(code)).toBe(name)
    expect([streetSuffixCode(name), streetSuffixCode(name.toUpperCase())]).toEqual([code, code])
  }
  expect([streetSuffixCode('Street'), streetSuffixName('North')]).toEqual(['', ''])
})
