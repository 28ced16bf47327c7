/** How address text falls into words, and the forms a word may be typed in. */
import { expect, it } from 'vitest'
import { addressWords, isUsualForm, shortForm, wordForms } from './address-words.ts'

it.each([
  ['', []],
  [' , ', []],
  [', Queen  Street, ', ['queen', 'street']],
  ["Ōtara O'Connell", ['otara', 'oconnell']],
  ['3  /  210 Dominion', ['3/210', 'dominion']],
  ['Flat 2, 9 Lāke Road', ['2/9', 'lake', 'road']],
])('[CAR-09] %j has the words %j', (text, words) => {
  expect(addressWords(text)).toEqual(words)
})

it.each([
  ['street', 'st', ['street', 'st'], true],
  ['st', 'st', ['st', 'saint'], true],
  ['saint', 'st', ['saint', 'st'], true],
  ['mt', 'mt', ['mt', 'mount'], true],
  ['queen', 'queen', ['queen'], false],
])('[CAR-09] %s is %s for short, and typed as %j', (word, short, forms, usual) => {
  expect(shortForm(word)).toBe(short)
  expect(wordForms(word)).toEqual(forms)
  expect(isUsualForm(word)).toBe(usual)
})
