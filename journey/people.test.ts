/** Names, e-mail addresses and mobiles, at their edges. */
import { describe, expect, it } from 'vitest'
import { isEmail, isMobile, isMobileNumber, isName, othersToNotify, splitMobile } from './people.ts'

describe('a name', () => {
  it.each([
    'Māia',
    "O'Brien",
    'O’Brien',
    'Anne-Marie',
    'Ngā Rua',
    'José',
    'Ωρίων',
    'Ma\u0304ia',
    'x'.repeat(50),
  ])('[DRIVER-03] [HOLDER-04] may be %s', name => {
    expect(isName(name)).toBe(true)
  })
  it.each(['', ' ', '-', "'", 'R2D2', 'a@b', 'Jo\n', 'x'.repeat(51), '<b>', 'Jo.'])(
    '[DRIVER-03] [HOLDER-04] may not be %j',
    name => {
      expect(isName(name)).toBe(false)
    },
  )
})

describe('an e-mail address', () => {
  it.each([
    'maia@example.nz',
    'a.b+c@mail.example.co.nz',
    `${'x'.repeat(64)}@example.nz`,
    "maia.o'brien@example.nz",
  ])('[QUOTE-10] [HOLDER-04] may be %s', email => {
    expect(isEmail(email)).toBe(true)
  })
  it.each([
    '',
    'maia',
    'maia@example',
    'maia@@example.nz',
    'maia@-example.nz',
    'maia@example-.nz',
    'a b@example.nz',
    'a@example.nz, b@example.nz',
    'a@example.nz\n',
    'māia@example.nz',
    'maia.o’brien@example.nz',
    'maia@māori.nz',
    `${'x'.repeat(65)}@example.nz`,
    `${'x'.repeat(50)}@${'y'.repeat(47)}.nz`,
  ])('[QUOTE-10] [HOLDER-04] may not be %j', email => {
    expect(isEmail(email)).toBe(false)
  })
})

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

it('[HOLDER-02] all but the first policyholder are to be told what we hold, where they have an e-mail of their own', () => {
  const of = (...emails: string[]) => othersToNotify(emails.map(email => ({ email })))
  expect(of('a@x.nz')).toEqual([])
  expect(of('a@x.nz', 'b@x.nz', 'A@x.nz', 'b@x.nz', '')).toEqual([1, 3])
  expect(of()).toEqual([])
})
