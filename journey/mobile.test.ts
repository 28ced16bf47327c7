/** Mobile numbers at their edges, and as people paste them. */
import { describe, expect, it } from 'vitest'
import { isMobile, isMobileNumber, splitMobile } from './mobile.ts'

describe('a mobile', () => {
  it.each([
    ['12345', false],
    ['123456', true],
    ['12345678', true],
    ['123456789', false],
    ['123 456', false],
  ])('[HOLDER-04] has 6 to 8 digits after its code: %s', (digits, right) => {
    expect(isMobileNumber(digits)).toBe(right)
  })

  it.each([
    ['021123456', true],
    ['02012345678', true],
    ['02112345', false],
    ['021123456789', false],
    ['025123456', false],
    ['1021123456', false],
    ['0211234 56', false],
  ])('[HOLDER-04] %s is a whole one: %s', (text, right) => {
    expect(isMobile(text)).toBe(right)
  })

  it.each([
    ['+64 21 123 4567', ['021', '1234567']],
    ['+64 (0)21 123 4567', ['021', '1234567']],
    ['0064 27 1234567', ['027', '1234567']],
    ['64201234567', ['020', '1234567']],
    ['(022) 123-4567', ['022', '1234567']],
    ['028 123 456', ['028', '123456']],
    ['029-1234-5678', ['029', '12345678']],
    ['021 642 1234', ['021', '6421234']],
    ['021 12345', ['021', '12345']],
    ['021 1234', null],
    ['09 123 4567', null],
    ['6421', null],
    ['1234567', null],
    ['645551234567', null],
    ['64021234', null],
  ])('[HOLDER-02] %s is read as %j', (pasted, parts) => {
    expect(splitMobile(pasted)).toEqual(parts)
  })
})
