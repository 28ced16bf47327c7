/** Tests the date field's formatting, for dates typed one key at a time and for pasted ones. */
import { describe, expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import { fitsDateLength, formatDateInput } from './date-field.tsx'

const typeKeys = (keys: string, from = ''): string =>
  [...keys].reduce(
    (shown, key) => formatDateInput(key === '<' ? shown.slice(0, -1) : shown + key, shown),
    from,
  )

describe('formatDateInput', () => {
  // '<' is the Backspace key.
  it.each(
    pairs(`
      2 → 2 | 27 → 27/ | 2703 → 27/03/ | 27031990 → 27/03/1990 | 27/03/1990 → 27/03/1990 | 1/3/1990 → 01/03/1990
      2703< → 27/03 | 2703<< → 27/0 | 27< → 27 | 27<< → 2 | 27<<8121999 → 28/12/1999 | 2703<<41990 → 27/04/1990
      27031990<<<<<<<<<< →
    `),
  )('[DRIVER-04] the typed keys %s give %s', (keys, shown) => {
    expect(typeKeys(keys)).toBe(shown)
  })

  it.each([
    ...texts(`
      27/03/1990 | 27031990 | 27-03-1990 | 27.3.1990 | 2703 1990 | 27, 3, 1990 | 27.03.1990.
      27–03–1990 | 27—03—1990 | 27−03−1990 | 27‑03‑1990 | 27 – 03 – 1990 | 27⁄03⁄1990 | 27∕03∕1990
      27•03•1990 | 1990-03-27 | 1990/03/27 | 1990.3.27 | 1990–03–27 | 1990−03−27 | 19900327 | 1990 0327
      1990-03-27T00:00 | 1990-03-27 00:00:00 | 27/03/1990 12:30 | 27/3/1990 0:00:00
    `),
    ' 27 03 1990',
  ])('[DRIVER-04] accepts %j as pasted', pasted => {
    expect(formatDateInput(pasted)).toBe('27/03/1990')
    expect(formatDateInput(formatDateInput(pasted))).toBe('27/03/1990')
  })

  it.each(
    pairs(`
      20051990 → 20/05/1990 | 19121990 → 19/12/1990 | 20122012 → 20/12/2012 | 19121912 → 19/12/1912
      20060115 → 15/01/2006 | 19991231 → 31/12/1999 | 20011210 → 10/12/2001 | 20000229 → 29/02/2000
    `),
  )('[DRIVER-04] reads the eight digits %s as %s, pasted or typed', (digits, day) => {
    expect(formatDateInput(digits)).toBe(day)
    expect(typeKeys(digits)).toBe(day)
  })

  it.each(pairs('31021990 → 31/02/1990 | 19901327 → 19/90/1327 | 19000229 → 19/00/0229'))(
    '[DRIVER-04] shows %s, which is not a date, as %s',
    (digits, shown) => {
      expect(formatDateInput(digits)).toBe(shown)
    },
  )

  it.each(
    texts(`
      27/03/19901 | 1990-03-271 | 27/03/1990/5 | 270319901 | 2731990 | 113 1990 | 27/03/90 | 27/03
      1990-03-26T12:00:00.000Z | 1990-03-27T00:00+13:00 | 27 September 1990 | 27/03/1990 or 1991 | x27031990
    `),
  )('[DRIVER-04] leaves %j unchanged, because a part of it could be another date', pasted => {
    expect(formatDateInput(pasted)).toBe(pasted)
    expect(formatDateInput(pasted, '27/03/1990')).toBe(pasted)
  })

  it('[DRIVER-04] changes nothing while the customer edits the middle', () => {
    expect(formatDateInput('2/03/1990', '27/03/1990', false)).toBe('2/03/1990')
    expect(formatDateInput('28/03/1990', '2/03/1990', false)).toBe('28/03/1990')
  })

  it('keeps a partly pasted date, and continues typing after it', () => {
    expect(typeKeys('1990', formatDateInput('27/03/'))).toBe('27/03/1990')
    expect(typeKeys('031990', formatDateInput('27'))).toBe('27/03/1990')
    expect(typeKeys('5', formatDateInput('113 1990'))).toBe('113 19905')
    expect(typeKeys('27 S')).toBe('27/S')
  })

  it('accepts no digit after a whole date', () => {
    expect(fitsDateLength('27/03/1990')).toBe(true)
    expect(fitsDateLength('27/03/19901')).toBe(false)
  })
})
