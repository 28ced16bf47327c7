/** Tests of the questions of step 4, and of the answers that it copies. */
import { describe, expect, it } from 'vitest'
import { type Address, addressText } from '#journey/address.ts'
import { address } from '#test/samples/customer.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import {
  emptyFormAnswers,
  emptyPolicyholder,
  type PolicyholderForm,
  paymentMethodOf,
} from './form-answers.ts'
import { paymentStartOf, policyholderErrors, policyholdersOf, staleCopies } from './policyholder.ts'

const today = '2026-11-21'
const aroha: FormTexts = {
  'policyholders.postalAddress': addressText(address),
  'policyholders.policyholders.0.title': 'Ms',
  'policyholders.policyholders.0.firstName': 'Aroha',
  'policyholders.policyholders.0.lastName': 'O’Brien-Ngātai',
  'policyholders.policyholders.0.dateOfBirth': '27/03/1990',
  'policyholders.policyholders.0.email': 'aroha@example.co.nz',
  'policyholders.policyholders.0.mobile': '1234567',
  'payment.paymentMethod': 'BANK_TRANSFER',
}
const codes = (changes: FormTexts) =>
  policyholderErrors(formOf({ ...aroha, ...changes }), { today, postalAddress: address }).map(
    ({ code }) => code,
  )

describe('policyholders', () => {
  it('[HOLDER-04] [HOLDER-10] nothing answered names every field of the page in its order', () => {
    const problems = policyholderErrors(formOf({}), { today, postalAddress: undefined })
    expect(problems).toEqual([
      { field: 'policyholders.policyholders.0.title', code: 'TITLE_REQUIRED' },
      { field: 'policyholders.policyholders.0.firstName', code: 'HOLDER_FIRST_NAME_REQUIRED' },
      { field: 'policyholders.policyholders.0.lastName', code: 'HOLDER_LAST_NAME_REQUIRED' },
      { field: 'policyholders.policyholders.0.dateOfBirth', code: 'BIRTH_DATE_REQUIRED' },
      { field: 'policyholders.policyholders.0.email', code: 'HOLDER_EMAIL_INVALID' },
      { field: 'policyholders.policyholders.0.mobile', code: 'MOBILE_REQUIRED' },
      { field: 'policyholders.postalAddress', code: 'ADDRESS_REQUIRED' },
      { field: 'payment.paymentMethod', code: 'PAYMENT_METHOD_REQUIRED' },
    ])
  })

  it.each<[string, string, string[]]>([
    ['title', 'Dr', ['TITLE_REQUIRED']],
    ['title', 'Mrs', []],
    ['firstName', ' ', ['HOLDER_FIRST_NAME_REQUIRED']],
    ['firstName', 'R2D2', ['NAME_LETTERS']],
    ['firstName', '\u200B\u0301', ['HOLDER_FIRST_NAME_REQUIRED']],
    ['lastName', '\u2800', ['HOLDER_LAST_NAME_REQUIRED']],
    ['firstName', 'Māia-Rose', []],
    ['lastName', 'a'.repeat(51), ['PERSON_NAME_TOO_LONG']],
    ['lastName', '', ['HOLDER_LAST_NAME_REQUIRED']],
    ['lastName', "O'Brien", []],
    ['dateOfBirth', '', ['BIRTH_DATE_REQUIRED']],
    ['dateOfBirth', '1/1/1990', ['BIRTH_DATE_FORMAT']],
    ['dateOfBirth', '31/02/1990', ['BIRTH_DATE_FORMAT']],
    ['dateOfBirth', '31/12/1899', ['BIRTH_DATE_YEAR']],
    ['dateOfBirth', '21/11/2008', []],
    ['dateOfBirth', '22/11/2008', ['TOO_YOUNG']],
    ['dateOfBirth', '01/01/2030', ['TOO_YOUNG']],
    ['email', '', ['HOLDER_EMAIL_INVALID']],
    ['email', 'aroha@', ['HOLDER_EMAIL_INVALID']],
    ['email', 'aroha@example.nz. ', []],
    ['email', 'āroha@example.nz', ['HOLDER_EMAIL_INVALID']],
    ['email', 'kia@māori.nz', []],
    ['email', 'Kia <kia@māori.nz>', []],
    ['email', 'a@b.nz, c@d.nz', ['HOLDER_EMAIL_INVALID']],
    ['mobile', '', ['MOBILE_REQUIRED']],
    ['mobile', '12345', ['MOBILE_INVALID']],
    ['mobile', '123456', []],
    ['mobile', '123 4567-8', []],
    ['mobile', '123456789', ['MOBILE_INVALID']],
    ['mobile', '12345a', ['MOBILE_INVALID']],
  ])('[HOLDER-04] %s "%s"', (part, typed, expected) => {
    expect(codes({ [`policyholders.policyholders.0.${part}`]: typed })).toEqual(expected)
  })

  it('[HOLDER-01] business applicants name their company or trust', () => {
    expect(codes({ 'policyholders.applicantType': 'Business' })).toEqual(['BUSINESS_NAME_REQUIRED'])
    expect(
      codes({ 'policyholders.applicantType': 'Business', 'policyholders.businessName': 'Kererū Trust' }),
    ).toEqual([])
    // What the contract refuses is said here, and not by the error page.
    for (const businessName of ['www.kereru.example', 'Kererū 4111 1111 1111 1111'])
      expect(
        codes({ 'policyholders.applicantType': 'Business', 'policyholders.businessName': businessName }),
      ).toEqual(['NAME_HOLDS_MORE'])
    expect(
      codes({ 'policyholders.applicantType': 'Business', 'policyholders.businessName': '\u3164' }),
    ).toEqual(['BUSINESS_NAME_REQUIRED'])
    expect(codes({ 'policyholders.applicantType': 'Private' })).toEqual([])
  })

  it('[HOLDER-02] checks and makes as many policyholders as there are', () => {
    const { policyholders } = formOf(aroha)
    const [first = emptyPolicyholder] = policyholders.policyholders
    const two = (second: PolicyholderForm) => ({
      ...formOf(aroha),
      policyholders: { ...policyholders, policyholders: [first, second] },
    })
    expect(policyholderErrors(two(emptyPolicyholder), { today, postalAddress: address })).toHaveLength(6)
    expect(policyholderErrors(two(first), { today, postalAddress: address })).toEqual([])
    expect(policyholdersOf(two(first).policyholders)).toHaveLength(2)
    expect(policyholdersOf(policyholders)).toHaveLength(1)
  })

  it('[HOLDER-04] are made of the answers, and left out where title or date of birth cannot be read', () => {
    expect(policyholdersOf(formOf(aroha).policyholders)).toEqual([
      {
        title: 'Ms',
        firstName: 'Aroha',
        lastName: 'O’Brien-Ngātai',
        dateOfBirth: '1990-03-27',
        email: 'aroha@example.co.nz',
        mobile: '0211234567',
      },
    ])
    expect(
      policyholdersOf(formOf({ ...aroha, 'policyholders.policyholders.0.title': 'Dr' }).policyholders),
    ).toEqual([])
    expect(
      policyholdersOf(
        formOf({ ...aroha, 'policyholders.policyholders.0.dateOfBirth': '31/02/1990' }).policyholders,
      ),
    ).toEqual([])
  })

  it('[HOLDER-04] are made with the address that was meant and the name as it is stored', () => {
    const typed = {
      'policyholders.policyholders.0.email': 'mailto:kia@māori.nz',
      'policyholders.policyholders.0.lastName': ' O`Brien–Ngātai',
    }
    expect(policyholdersOf(formOf({ ...aroha, ...typed }).policyholders)).toMatchObject([
      { lastName: 'O’Brien-Ngātai', email: 'kia@māori.nz' },
    ])
  })

  it('[HOLDER-02] the mobile carries its code, 021 unless another was chosen', () => {
    expect(policyholdersOf(formOf(aroha).policyholders)[0]?.mobile).toBe('0211234567')
    expect(
      policyholdersOf(
        formOf({ ...aroha, 'policyholders.policyholders.0.mobileCode': '027' }).policyholders,
      )[0]?.mobile,
    ).toBe('0271234567')
  })

  it('[HOLDER-05] an address that was typed but not found is another problem than none', () => {
    const problem = (typed: string, found: Address | undefined) =>
      policyholderErrors(formOf({ ...aroha, 'policyholders.postalAddress': typed }), {
        today,
        postalAddress: found,
      })
    for (const found of [undefined, address]) {
      expect(problem('', found)).toEqual([{ field: 'policyholders.postalAddress', code: 'ADDRESS_REQUIRED' }])
      // Typed over one that was found, it means another, which nobody has looked for.
      expect(problem('1 Nowhere', found)).toEqual([
        { field: 'policyholders.postalAddress', code: 'ADDRESS_NOT_FOUND' },
      ])
    }
  })

  it('[HOLDER-05] an address that its search took away was not found, rather than not given', () => {
    const known = { today, postalAddress: undefined, isAddressMissed: true }
    expect(policyholderErrors(formOf({ ...aroha, 'policyholders.postalAddress': '' }), known)).toEqual([
      { field: 'policyholders.postalAddress', code: 'ADDRESS_NOT_FOUND' },
    ])
  })

  it('[HOLDER-07] a method is asked for unless ANNUAL, which is paid by card', () => {
    expect(codes({ 'payment.paymentMethod': '' })).toEqual(['PAYMENT_METHOD_REQUIRED'])
    expect(codes({ 'payment.paymentMethod': '', 'cover.frequency': 'ANNUAL' })).toEqual([])
    expect(
      paymentMethodOf(formOf({ 'cover.frequency': 'ANNUAL', 'payment.paymentMethod': 'BANK_TRANSFER' })),
    ).toBe('Credit_Card')
  })

  it.each<[string, string[]]>([
    ['', []],
    ['30/11/2026', ['PAYMENT_START_RANGE']],
    ['01/12/2026', []],
    ['15/12/2026', []],
    ['16/12/2026', ['PAYMENT_START_RANGE']],
    ['soon', ['PAYMENT_START_RANGE']],
  ])('[PAY-03] [HOLDER-07] payment start %s of a policy from 1 December', (paymentStartDate, expected) => {
    expect(
      codes({
        'cover.startDate': '01/12/2026',
        'payment.paymentMethod': 'Credit_Card',
        'payment.paymentStartDate': paymentStartDate,
      }),
    ).toEqual(expected)
  })

  it('[PAY-03] [HOLDER-07] the payment start of a bank’s debits is asked on the next page', () => {
    const tooEarly = { 'cover.startDate': '01/12/2026', 'payment.paymentStartDate': '30/11/2026' }
    expect(codes({ ...tooEarly, 'payment.paymentMethod': 'BANK_TRANSFER' })).toEqual([])
  })

  it('[PAY-03] a payment start that does not apply is none', () => {
    const answers = {
      'cover.startDate': '01/12/2026',
      'payment.paymentStartDate': '05/12/2026',
      'payment.paymentMethod': 'Credit_Card',
    }
    const startOf = (changes: FormTexts) => paymentStartOf(formOf({ ...answers, ...changes }), today)
    expect(startOf({ 'payment.paymentMethod': '' })).toBe('')
    expect(startOf({})).toBe('2026-12-05')
    expect(startOf({ 'cover.frequency': 'ANNUAL' })).toBe('')
    expect(startOf({ 'payment.paymentStartDate': '01/01/2027' })).toBe('')
  })
})

const copied = {
  'driver.drivers.0.firstName': 'Aroha',
  'driver.drivers.0.lastName': 'Ngātai',
  'driver.drivers.0.dateOfBirth': '27/03/1990',
  'policyholders.policyholders.0.firstName': 'Aroha',
  'policyholders.policyholders.0.lastName': 'Ngātai',
  'policyholders.policyholders.0.dateOfBirth': '27/03/1990',
  'policyholders.useMainDriver': 'YES',
  'policyholders.postalAddress': addressText(address),
  'policyholders.useVehicleAddress': 'YES',
}

it('[HOLDER-03] [HOLDER-05] what is a copy still is no old one, nor is what nobody copied', () => {
  expect(staleCopies(formOf(copied), address)).toEqual({})
  const typed = {
    ...copied,
    'policyholders.useMainDriver': 'NO',
    'policyholders.useVehicleAddress': 'NO',
    'driver.drivers.0.lastName': 'Ngata',
  }
  expect(staleCopies(formOf(typed), undefined)).toEqual({})
  expect(staleCopies(emptyFormAnswers, address)).toEqual({})
})

it.each(['driver.drivers.0.firstName', 'driver.drivers.0.lastName', 'driver.drivers.0.dateOfBirth'])(
  '[HOLDER-03] the copy is old once %s was corrected',
  field => {
    expect(staleCopies(formOf({ ...copied, [field]: 'Other' }), address)).toEqual({ isDriverCopyStale: true })
  },
)

it.each(['driver.drivers.0.firstName', 'policyholders.policyholders.0.firstName'])(
  '[HOLDER-03] blanks beside %s, or its marks apart, make no other name of it; a letter more does',
  field => {
    expect(staleCopies(formOf({ ...copied, [field]: 'Aroha ' }), address)).toEqual({})
    expect(staleCopies(formOf({ ...copied, [field]: 'Aroha M ' }), address)).not.toEqual({})
    const apart = { 'driver.drivers.0.lastName': 'Ngātai'.normalize('NFD'), [field]: ' Aroha' }
    expect(staleCopies(formOf({ ...copied, ...apart }), address)).toEqual({})
  },
)

it('[HOLDER-03] [HOLDER-05] blanks alone are nobody’s name, and beside an address they move nothing', () => {
  const blanks = { 'driver.drivers.0.firstName': ' ', 'policyholders.policyholders.0.firstName': ' ' }
  expect(staleCopies(formOf({ ...copied, ...blanks }), address)).toEqual({ isDriverCopyStale: true })
  expect(
    staleCopies(formOf({ ...copied, 'policyholders.postalAddress': `${addressText(address)} ` }), address),
  ).toEqual({})
})

it('[HOLDER-05] the copy is old once the car is kept elsewhere', () => {
  expect(staleCopies(formOf(copied), { ...address, suburb: 'Parnell' })).toEqual({ isAddressCopyStale: true })
})
