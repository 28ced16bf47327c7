/** Types dates the ways people do, one key at a time, and looks at what the field shows. */
import { describe, expect, it } from 'vitest'
import { typeDate } from './date-typing.ts'

const typeKeys = (keys: string, from = ''): string =>
  [...keys].reduce((shown, key) => typeDate(key === '<' ? shown.slice(0, -1) : shown + key, shown), from)

describe('typeDate', () => {
  it('[DRIVER-04] puts a slash after two and after five characters by itself', () => {
    expect(typeKeys('2')).toBe('2')
    expect(typeKeys('27')).toBe('27/')
    expect(typeKeys('2703')).toBe('27/03/')
    expect(typeKeys('27031990')).toBe('27/03/1990')
  })

  it('[DRIVER-04] takes slashes that are typed all the same, and pads a single digit before one', () => {
    expect(typeKeys('27/03/1990')).toBe('27/03/1990')
    expect(typeKeys('1/3/1990')).toBe('01/03/1990')
  })

  it('[DRIVER-04] deletes over a slash and types on', () => {
    expect(typeKeys('2703<')).toBe('27/03')
    expect(typeKeys('2703<<')).toBe('27/0')
    expect(typeKeys('27<')).toBe('27')
    expect(typeKeys('27<<')).toBe('2')
    expect(typeKeys('27<<8121999')).toBe('28/12/1999')
    expect(typeKeys('2703<<41990')).toBe('27/04/1990')
    expect(typeKeys('27031990'.concat('<'.repeat(10)))).toBe('')
  })

  it('[DRIVER-04] takes pasted dates in the spellings people have', () => {
    for (const pasted of [
      '27/03/1990',
      '27031990',
      '27-03-1990',
      '27.3.1990',
      ' 27 03 1990',
      '1990-03-27',
      '1990/03/27',
      '1990.3.27',
      '1990-03-27T00:00',
    ])
      expect(typeDate(pasted)).toBe('27/03/1990')
  })

  it('[DRIVER-04] moves nothing while the middle is edited', () => {
    expect(typeDate('2/03/1990', '27/03/1990', false)).toBe('2/03/1990')
    expect(typeDate('28/03/1990', '2/03/1990', false)).toBe('28/03/1990')
  })

  it('keeps what is no date as it is, and never shows more than ten characters of one', () => {
    expect(typeDate('27 September 1990')).toBe('27 September 1990')
    expect(typeDate('27/03/19901', '27/03/1990')).toBe('27/03/1990')
  })
})
