/** Tests the money field's text for typed and pasted car values. */
import { describe, expect, it } from 'vitest'
import { stripMoneyFormat } from '#journey/plate-and-car-value.ts'
import { texts } from '#test/samples/texts.ts'
import { formatMoneyAnswer, moneyTypingLimit, unformatMoneyInput } from './money-field.tsx'

/** Types one key at a time, as far as the field's limit allows. */
const typeKeys = (keys: string, from = '', isWithin = moneyTypingLimit(9, false)): string =>
  [...keys].reduce((shown, key) => {
    const typed = key === '<' ? shown.slice(0, -1) : shown + key
    return key === '<' || isWithin(typed, key) ? unformatMoneyInput(typed, shown) : shown
  }, from)

describe('money typing', () => {
  it.each([
    ...texts('$15,000 | 15,000 | 15 000 | 15000 | $ 15,000 | NZ$15,000 | 15000.00 | $15,000.00 | 15000.'),
    '15,000. ',
  ])('[CAR-10] [QUOTE-07] reads %j as whole dollars, pasted and typed', text => {
    expect(stripMoneyFormat(unformatMoneyInput(text))).toBe('15000')
    expect(stripMoneyFormat(typeKeys(text))).toBe('15000')
  })

  it.each(
    texts(`
      $15,000.50 | 15000.5 | 15.000 | 150,50 | 15000,50 | 1,50,000 | 15k | 15,000 to 16,000 | 0x10
    `),
  )('[CAR-10] [QUOTE-07] leaves %s unchanged, because it is not a whole amount of dollars', text => {
    expect(stripMoneyFormat(unformatMoneyInput(text))).not.toMatch(/^\d*$/)
    expect(stripMoneyFormat(typeKeys(text))).not.toMatch(/^\d*$/)
  })

  const sixDigits = moneyTypingLimit(6, true)
  it.each([
    ['12345678901', '123456789'],
    ['$123,456,7890', '123456789'],
    // With digitsOnly.
    ['$1a5,0001234', '150001', sixDigits],
    ['14500.00', '14500.00', sixDigits],
  ])(
    '[CAR-10] [QUOTE-07] typing %s stops at the limit: %s',
    (keys, shown, limit = moneyTypingLimit(9, false)) => {
      expect(typeKeys(keys, '', limit)).toBe(shown)
    },
  )

  it.each([
    ['12345678901', '12345678901'],
    ['$12,345,678', '12345678'],
    ['12a', '12a'],
    ['1 5000', '1 5000'],
    // One digit of a grouped amount was changed.
    ['$15,9000', '159000', '$15,000'],
    ['$1,000', '1000', '$15,000'],
  ])('[CAR-10] [QUOTE-07] a paste or correction %s stays whole: %s', (text, shown, before = '') => {
    expect(unformatMoneyInput(text, before)).toBe(shown)
  })

  it.each([
    ['15000', '$15,000'],
    ['', ''],
    ['12a', '12a'],
  ])('[CAR-10] %j is shown as %j when the field is left', (answer, shown) => {
    expect(formatMoneyAnswer(answer)).toBe(shown)
  })

  it('[CAR-10] lets a grouped amount be extended and shortened', () => {
    expect(typeKeys('0', '$15,000')).toBe('150000')
    expect(typeKeys('<', '$15,000')).toBe('1500')
    expect(stripMoneyFormat(typeKeys('.50', '$15,000'))).toBe('15000.50')
  })
})
