/** Tests of the questions of step 4, and of the answers that it copies. */
import { describe, expect, it } from 'vitest'
import { type Address, addressText } from '#journey/address.ts'
import { address } from '#test/samples/customer.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { emptyFormAnswers, type PolicyholderForm, paymentMethodOf } from './form-answers.ts'
import {
  findOutdatedCopiedAnswers,
  paymentStartOf,
  policyholderErrors,
  policyholdersOf,
} from './policyholder.ts'

const today = '2026-11-21'
const first = 'policyholders.policyholders.0'
const aroha: FormTexts = {
  'policyholders.postalAddress': addressText(address),
  [`${first}.title`]: 'Ms',
  [`${first}.firstName`]: 'Aroha',
  [`${first}.lastName`]: 'O’Brien-Ngātai',
  [`${first}.dateOfBirth`]: '27/03/1990',
  [`${first}.email`]: 'aroha@example.co.nz',
  [`${first}.mobile`]: '1234567',
  'payment.paymentMethod': 'BANK_TRANSFER',
}
const codes = (changes: FormTexts) =>
  policyholderErrors(formOf({ ...aroha, ...changes }), { today, postalAddress: address }).map(
    ({ code }) => code,
  )

describe('policyholders', () => {
  it('[HOLDER-04] [HOLDER-10] an empty page names every field in its order', () => {
    const problems = policyholderErrors(formOf({}), { today, postalAddress: undefined })
    expect(problems.map(({ field, code }) => `${field} ${code}`)).toEqual([
      `${first}.title TITLE_REQUIRED`,
      `${first}.firstName HOLDER_FIRST_NAME_REQUIRED`,
      `${first}.lastName HOLDER_LAST_NAME_REQUIRED`,
      `${first}.dateOfBirth BIRTH_DATE_REQUIRED`,
      `${first}.email HOLDER_EMAIL_INVALID`,
      `${first}.mobile MOBILE_REQUIRED`,
      'policyholders.postalAddress ADDRESS_REQUIRED',
      'payment.paymentMethod PAYMENT_METHOD_REQUIRED',
    ])
  })

  // Names, dates of birth, e-mail addresses and mobiles have tests of their own.
  it.each<[string, string, string[]]>([
    ['title', 'Dr', ['TITLE_REQUIRED']],
    ['firstName', 'R2D2', ['NAME_LETTERS']],
    ['lastName', 'a'.repeat(51), ['PERSON_NAME_TOO_LONG']],
    ['dateOfBirth', '21/11/2008', []],
    ['dateOfBirth', '22/11/2008', ['TOO_YOUNG']],
    ['email', 'aroha@', ['HOLDER_EMAIL_INVALID']],
    ['email', 'Kia <kia@māori.nz>', []],
    ['mobile', '12345', ['MOBILE_INVALID']],
    ['mobile', '123 4567-8', []],
    ['mobile', '021 12345', ['MOBILE_INVALID']],
    ['mobile', '(022) 1234', ['MOBILE_INVALID']],
    ['mobile', '27 123 456', ['MOBILE_INVALID']],
    ['mobile', '02112345', []],
    ['mobile', '21 1234', []],
    ['mobile', '2711 2345', []],
  ])('[HOLDER-04] %s "%s"', (part, typed, expected) => {
    expect(codes({ [`${first}.${part}`]: typed })).toEqual(expected)
  })

  it.each([
    ['Business', '', ['BUSINESS_NAME_REQUIRED']],
    ['Business', 'Kererū Trust', []],
    ['Business', 'www.kereru.example', ['NAME_HAS_LINK_OR_CARD']],
    ['Private', '', []],
  ])('[HOLDER-01] the name of a %s applicant’s company or trust: %j', (applicantType, name, expected) => {
    const answers = { 'policyholders.applicantType': applicantType, 'policyholders.businessName': name }
    expect(codes(answers)).toEqual(expected)
  })

  it('[HOLDER-02] validates and converts every policyholder', () => {
    const two = formOf({ ...aroha, 'policyholders.policyholders.1.title': 'Mr' })
    expect(policyholderErrors(two, { today, postalAddress: address })).toHaveLength(5)
    const second = { ...aroha, 'policyholders.policyholders.1.dateOfBirth': '01/05/1988' }
    expect(
      policyholdersOf(formOf({ 'policyholders.policyholders.1.title': 'Mr', ...second }).policyholders),
    ).toHaveLength(2)
  })

  /** The policyholders made of the first one's answers with changes. */
  const made = (changes: Partial<PolicyholderForm> = {}) => {
    const { policyholders } = formOf(aroha)
    return policyholdersOf({
      ...policyholders,
      policyholders: policyholders.policyholders.map(form => ({ ...form, ...changes })),
    })
  }

  it('[HOLDER-02] [HOLDER-04] are converted from the answers, except with an unreadable title or date of birth', () => {
    const stored = {
      title: 'Ms',
      firstName: 'Aroha',
      lastName: 'O’Brien-Ngātai',
      dateOfBirth: '1990-03-27',
      email: 'aroha@example.co.nz',
      mobile: '0211234567',
    }
    expect(made()).toEqual([stored])
    const typed = { email: 'mailto:kia@māori.nz', lastName: ' O`Brien–Ngātai', mobileCode: '027' }
    expect(made(typed)).toEqual([{ ...stored, email: 'kia@māori.nz', mobile: '0271234567' }])
    expect([made({ title: 'Dr' }), made({ dateOfBirth: '31/02/1990' })]).toEqual([[], []])
  })

  it.each([
    ['', 'none found', {}, 'ADDRESS_REQUIRED'],
    ['', 'one found before', { postalAddress: address }, 'ADDRESS_REQUIRED'],
    ['', 'taken away by its search', { isAddressMissed: true }, 'ADDRESS_NOT_FOUND'],
    ['1 Nowhere', 'none found', {}, 'ADDRESS_NOT_FOUND'],
    // The customer typed another address over a found one, and it was not searched for.
    ['1 Nowhere', 'one found before', { postalAddress: address }, 'ADDRESS_NOT_FOUND'],
  ])('[HOLDER-05] the postal address typed as %j, %s', (typed, _what, lookups, code) => {
    const known = { today, postalAddress: undefined, ...lookups }
    expect(policyholderErrors(formOf({ ...aroha, 'policyholders.postalAddress': typed }), known)).toEqual([
      { field: 'policyholders.postalAddress', code },
    ])
  })

  it('[HOLDER-07] a payment method is required, except for ANNUAL, which is paid by card', () => {
    expect(codes({ 'payment.paymentMethod': '' })).toEqual(['PAYMENT_METHOD_REQUIRED'])
    expect(codes({ 'payment.paymentMethod': '', 'cover.frequency': 'ANNUAL' })).toEqual([])
    expect(
      paymentMethodOf(formOf({ 'cover.frequency': 'ANNUAL', 'payment.paymentMethod': 'BANK_TRANSFER' })),
    ).toBe('Credit_Card')
  })

  // The first debit of a bank account is asked on the next page.
  it.each([
    ['', 'Credit_Card', []],
    ['30/11/2026', 'Credit_Card', ['PAYMENT_START_RANGE']],
    ['01/12/2026', 'Credit_Card', []],
    ['15/12/2026', 'Credit_Card', []],
    ['16/12/2026', 'Credit_Card', ['PAYMENT_START_RANGE']],
    ['soon', 'Credit_Card', ['PAYMENT_START_RANGE']],
    ['30/11/2026', 'BANK_TRANSFER', []],
  ])(
    '[PAY-03] [HOLDER-07] payment start %j of a policy from 1 December, by %s',
    (start, method, expected) => {
      const payment = { 'payment.paymentMethod': method, 'payment.paymentStartDate': start }
      expect(codes({ ...payment, 'cover.startDate': '01/12/2026' })).toEqual(expected)
    },
  )

  it('[PAY-03] a payment start that does not apply is null', () => {
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

const outdatedAfter = (changes: FormTexts, riskAddress: Address | undefined = address) =>
  findOutdatedCopiedAnswers(formOf({ ...copied, ...changes }), riskAddress)

it('[HOLDER-03] [HOLDER-05] an equal copy is not outdated, and neither is a value that was not copied', () => {
  expect(outdatedAfter({})).toEqual({})
  const typed = { 'policyholders.useMainDriver': 'NO', 'driver.drivers.0.lastName': 'Ngata' }
  const moved = { ...address, suburb: 'Parnell' }
  expect(outdatedAfter({ ...typed, 'policyholders.useVehicleAddress': 'NO' }, moved)).toEqual({})
  expect(findOutdatedCopiedAnswers(emptyFormAnswers, address)).toEqual({})
})

it.each<[string, FormTexts]>([
  ['a first name was corrected', { 'driver.drivers.0.firstName': 'Aroha M ' }],
  ['a last name was corrected', { 'driver.drivers.0.lastName': 'Ngata' }],
  ['a date of birth was corrected', { 'driver.drivers.0.dateOfBirth': '28/03/1990' }],
  ['the copy was changed', { [`${first}.firstName`]: 'Aroha M' }],
  ['both are blank', { 'driver.drivers.0.firstName': ' ', [`${first}.firstName`]: ' ' }],
])('[HOLDER-03] the copy of the main driver is outdated once %s', (_what, changes) => {
  expect(outdatedAfter(changes)).toEqual({ isDriverCopyOutdated: true })
})

it('[HOLDER-03] [HOLDER-05] blanks around a copy and decomposed letters do not change it', () => {
  for (const field of ['driver.drivers.0.firstName', `${first}.firstName`])
    expect(outdatedAfter({ [field]: ' Aroha ' })).toEqual({})
  expect(outdatedAfter({ 'driver.drivers.0.lastName': 'Ngātai'.normalize('NFD') })).toEqual({})
  expect(outdatedAfter({ 'policyholders.postalAddress': `${addressText(address)} ` })).toEqual({})
})

it('[HOLDER-05] the copy is outdated once the overnight address changed', () => {
  expect(outdatedAfter({}, { ...address, suburb: 'Parnell' })).toEqual({ isAddressCopyOutdated: true })
})
