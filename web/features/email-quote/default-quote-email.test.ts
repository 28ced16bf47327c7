/** Tests of the e-mail address that 'Email my quote' suggests. */

import { expect, it } from 'vitest'
import { defaultQuoteEmail } from './default-quote-email.ts'

it('[QUOTE-10] [HOLDER-09] the mail is offered to policyholder 1, at the address as it is by now', () => {
  const mistyped = { 'policyholder1.email': 'maia@exmaple.nz' }
  const offered = { ...mistyped, ...defaultQuoteEmail(mistyped) }
  expect(offered).toMatchObject({ quoteEmail: 'maia@exmaple.nz' })
  const corrected = { ...offered, 'policyholder1.email': 'maia@example.nz' }
  expect({ ...corrected, ...defaultQuoteEmail(corrected) }).toMatchObject({ quoteEmail: 'maia@example.nz' })
})

it('[QUOTE-10] an address typed for the mail stays, before the offer and in its place', () => {
  const before = { 'policyholder1.email': 'maia@example.nz', quoteEmail: 'tama@example.nz' }
  expect(defaultQuoteEmail(before)).toEqual({})
  expect(defaultQuoteEmail({ ...before, offeredEmail: 'maia@exmaple.nz' })).toEqual({})
  expect(defaultQuoteEmail({ ...before, quoteEmail: '' })).toMatchObject({ quoteEmail: 'maia@example.nz' })
})
