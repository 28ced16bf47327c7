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
  ])(
    '[CAR-10] [QUOTE-07] removes dollar sign, commas, spaces and no cents from %j, pasted and typed',
    text => {
      expect(stripMoneyFormat(unformatMoneyInput(text))).toBe('15000')
      expect(stripMoneyFormat(typeKeys(text))).toBe('15000')
    },
  )

  it.each(
    texts(`
      $15,000.50 | 15000.5 | 15.000 | 150,50 | 15000,50 | 1,50,000 | 15k | 15,000 to 16,000 | 0x10
    `),
  )('[CAR-10] [QUOTE-07] leaves %s unchanged, because it is not a whole amount of dollars', text => {
    expect(stripMoneyFormat(unformatMoneyInput(text))).not.toMatch(/^\d*$/)
    expect(stripMoneyFormat(typeKeys(text))).not.toMatch(/^\d*$/)
  })

  it('[CAR-10] accepts nine typed characters; a longer paste stays whole', () => {
    expect(typeKeys('12345678901')).toBe('123456789')
    expect(typeKeys('$123,456,7890')).toBe('123456789')
    expect(unformatMoneyInput('12345678901')).toBe('12345678901')
    expect(unformatMoneyInput('12a')).toBe('12a')
    expect(unformatMoneyInput('1 5000')).toBe('1 5000')
  })

  it('[QUOTE-07] accepts only six digits with digitsOnly; a longer paste stays whole', () => {
    const sixDigits = moneyTypingLimit(6, true)
    expect(typeKeys('$1a5,0001234', '', sixDigits)).toBe('150001')
    expect(typeKeys('14500.00', '', sixDigits)).toBe('14500.00')
    expect(unformatMoneyInput('$12,345,678')).toBe('12345678')
  })

  it('[CAR-10] shows whole dollars grouped when the field is left, and anything else as typed', () => {
    expect(formatMoneyAnswer('15000')).toBe('$15,000')
    expect(formatMoneyAnswer('')).toBe('')
    expect(formatMoneyAnswer('12a')).toBe('12a')
  })

  it('[CAR-10] lets a grouped amount be extended, shortened and corrected in the middle', () => {
    expect(typeKeys('0', '$15,000')).toBe('150000')
    expect(typeKeys('<', '$15,000')).toBe('1500')
    expect(unformatMoneyInput('$15,9000', '$15,000')).toBe('159000')
    expect(unformatMoneyInput('$1,000', '$15,000')).toBe('1000')
    expect(stripMoneyFormat(typeKeys('.50', '$15,000'))).toBe('15000.50')
  })
})
