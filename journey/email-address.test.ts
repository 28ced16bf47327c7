/** E-mail addresses at their edges. */
import { describe, expect, it } from 'vitest'
import { isEmail } from './email-address.ts'

describe('an e-mail address', () => {
  it.each([
    'maia@example.nz',
    'a.b+c@mail.example.co.nz',
    `${'x'.repeat(64)}@example.nz`,
    "maia.o'brien@example.nz",
    'm.a.i.a@1.example.nz',
    'maia@example.xn--p1ai',
    '007@example.n2',
    '-a.-b-.c-@ex--ample.nz',
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
    'maia@example.-nz',
    'maia@example.nz-',
    'maia@.example.nz',
    'maia@example.nz.',
    'a b@example.nz',
    'a@example.nz, b@example.nz',
    'a@example.nz\n',
    'māia@example.nz',
    'maia.o’brien@example.nz',
    'maia@māori.nz',
    '.maia@example.nz',
    'maia.@example.nz',
    'maia..o@example.nz',
    'maia@example..nz',
    'maia@1.2',
    'maia@127.0.0.1',
    'maia@example.64',
    `${'x'.repeat(65)}@example.nz`,
    `${'x'.repeat(50)}@${'y'.repeat(47)}.nz`,
  ])('[QUOTE-10] [HOLDER-04] may not be %j', email => {
    expect(isEmail(email)).toBe(false)
  })
})
