/** Tests of when a quote belongs to other people: people and home decide, not how an address was found. */
import { expect, it } from 'vitest'
import { driver, address as home } from '#test/samples/customer.ts'
import { applicantIfMainDriver, hasChangedRiskAddress } from './quote-ownership.ts'

it('[T2] [CAR-09] the same address with another signature is the same home', () => {
  const foundAgain = { ...home, signature: 'signed.QXVja2xhbmQ' }
  expect(hasChangedRiskAddress({ risk_address: home }, foundAgain)).toBe(false)
  expect(hasChangedRiskAddress({ risk_address: home }, { ...home, addressId: '8' })).toBe(true)
  expect(hasChangedRiskAddress({ risk_address: null }, home)).toBe(true)
})

it.each([
  ["3 O'Connell Street", '3 O’Connell Street', false],
  ['3 O’Connell Street', '3  O`CONNELL  street', false],
  ['3 Ma\u0304nuka Road', '3 Mānuka Road', false],
  ['3 Mānuka Road', '3 Manuka Road', true],
  ['1-3 Manuka Road', '1–3 Manuka Road', false],
])('[T2] [CAR-09] after %j, %j counts as another home: %s', (before, now, isOther) => {
  const at = (addressLine1: string) => ({ ...home, addressInFreeForm: { addressLine1, addressLine2: '' } })
  expect(hasChangedRiskAddress({ risk_address: at(before) }, at(now))).toBe(isOther)
})

const contact = { email: 'maia@example.nz', mobilePhone: '0211234567' }
const another = { ...driver, firstName: 'Aroha', lastName: 'Ngātai' }

it.each([
  ['no name', {}],
  ['a first name', { firstName: 'MĀIA' }],
  ['a last name', { lastName: 'O’Brien' }],
  ['both names', { firstName: 'Māia', lastName: 'O’Brien' }],
])('[EDGE-04] a contact registered with %s stays until another person is the main driver', (_, names) => {
  const applicant = { ...contact, ...names }
  expect(applicantIfMainDriver({ applicant, drivers: null }, [driver])).toBe(applicant)
  // A new birth date alone is a correction.
  const corrected = { ...driver, dateOfBirth: '1988-04-21' } as const
  expect(applicantIfMainDriver({ applicant, drivers: [driver] }, [corrected])).toBe(applicant)
  expect(applicantIfMainDriver({ applicant, drivers: [driver] }, [another])).toBeNull()
})

it.each([{ firstName: 'Aroha' }, { lastName: 'Ngātai' }])(
  '[T2] [EDGE-04] a contact registered with %j is deleted if the first main driver has another name',
  names => {
    const applicant = { ...contact, ...names }
    expect(applicantIfMainDriver({ applicant, drivers: null }, [driver])).toBeNull()
  },
)
