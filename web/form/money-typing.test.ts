/** Types car values and looks at what the field takes and shows. */
import { describe, expect, it } from 'vitest'
import { bareMoney, groupedMoney, typeMoney, wholeDollars } from './money-typing.ts'

describe('money typing', () => {
  it('[CAR-10] strips dollar signs and commas and takes nine characters', () => {
    expect(typeMoney('$15,000', 9)).toBe('15000')
    expect(typeMoney('12345678901', 9)).toBe('123456789')
    expect(typeMoney('12a', 9)).toBe('12a')
    expect(typeMoney('$15,000.00', 9)).toBe('15000')
    expect(typeMoney('15000.50', 9)).toBe('15000.50')
  })

  it('[CAR-10] shows whole dollars grouped when the field is left, and anything else as typed', () => {
    expect(groupedMoney('15000')).toBe('$15,000')
    expect(groupedMoney('')).toBe('')
    expect(groupedMoney('12a')).toBe('12a')
  })

  it('[CAR-10] a last full stop, as dictation sets one, is no part of the value; cents are', () => {
    expect(bareMoney(typeMoney('$13,700. ', 9))).toBe('13700')
    let shown = ''
    for (const key of '13700.50') shown = typeMoney(shown + key, 9)
    expect(bareMoney(shown)).toBe('13700.50')
  })

  it('[QUOTE-07] takes digits only, six of them, where told', () => {
    expect(typeMoney('$1a5,0001234', 6, true)).toBe('150001')
  })

  it.each(['9500.00', '15000.00', '$15,000.50', '150000.00', '9500.', '9500.5'])(
    '[QUOTE-07] %s typed key by key, or pasted, is so many whole dollars',
    text => {
      let shown = ''
      for (const key of text) shown = typeMoney(shown + key, 6, true)
      expect([shown, typeMoney(text, 6, true)].map(wholeDollars)).toEqual(
        Array(2).fill(text.replace(/[$,]|\..*/g, '')),
      )
    },
  )
})
