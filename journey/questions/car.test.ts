/** Tests of the validation of step 1 (car). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressText } from '#journey/address.ts'
import { dollarsText } from '#journey/money.ts'
import { carValueError, stripMoneyFormat } from '#journey/plate-and-car-value.ts'
import { address, carTexts } from '#test/samples/customer.ts'
import { formOf } from '#test/samples/form-answers.ts'
import { texts } from '#test/samples/texts.ts'
import { type CarLookups, carBlockers, carErrors } from './car.ts'
import { type CarForm, emptyCar } from './form-answers.ts'

const known: CarLookups = {
  modelKeys: ['corolla-a', 'corolla-b'],
  band: { minimumDollars: 11_000, maximumDollars: 16_400 },
  riskAddress: address,
  plateRefusal: null,
}
const riskAddress = addressText(address)
const good = { ...formOf(carTexts).car, vehicleKey: 'corolla-a', riskAddress, carValue: '13,700' }
const codes = (changes: Partial<CarForm>, lookups: Partial<CarLookups> = {}, before: CarForm = good) =>
  carErrors({ ...before, ...changes }, { ...known, ...lookups }).map(
    ({ field, code }) => `${field.replace('car.', '')} ${code}`,
  )

test('[CAR-11] [SHELL-13] an empty page names every missing answer at once, in the order of the page', () => {
  const nothing = { modelKeys: null, band: null, riskAddress: undefined }
  expect(codes({}, nothing, emptyCar)).toEqual([
    'plate PLATE_INVALID',
    'transmission TRANSMISSION_REQUIRED',
    'vehicleKey MODEL_REQUIRED',
    'businessUse YES_NO_REQUIRED',
    'modification YES_NO_REQUIRED',
    'isFinanced YES_NO_REQUIRED',
    'riskAddress ADDRESS_REQUIRED',
    'carValue CAR_VALUE_REQUIRED',
  ])
})

const noAddress = { riskAddress: undefined }
test.each<[string, Partial<CarForm>, Partial<CarLookups>, string[]]>([
  ['a valid page', {}, {}, []],
  ['a plate of signs', { plate: '!?' }, {}, ['plate PLATE_INVALID']],
  ['a plate typed small, with a space', { plate: 'jhu 96' }, {}, []],
  ['a plate the register refused', {}, { plateRefusal: 'PLATE_INVALID' }, ['plate PLATE_INVALID']],
  ['one plate too many', {}, { plateRefusal: 'PLATES_TOO_MANY' }, ['plate PLATES_TOO_MANY']],
  ['an unknown transmission', { transmission: 'Tiptronic' }, {}, ['transmission TRANSMISSION_REQUIRED']],
  ['a model of another look-up', { vehicleKey: 'aqua-a' }, {}, ['vehicleKey MODEL_REQUIRED']],
  ['a model chosen before the list is known', {}, { modelKeys: null }, ['vehicleKey MODEL_REQUIRED']],
  ['no models: Next is shut for that', { vehicleKey: '' }, { modelKeys: [] }, []],
  ['income use answered yes is no mistake', { businessUse: 'YES' }, {}, []],
  ['neither yes nor no', { modification: 'MAYBE' }, {}, ['modification YES_NO_REQUIRED']],
  ['no lender without finance', { isFinanced: 'NO', financeCompany: '' }, {}, []],
  ['no lender', { isFinanced: 'YES', financeCompany: '' }, {}, ['financeCompany FINANCE_COMPANY_REQUIRED']],
  [
    'an unlisted lender',
    { isFinanced: 'YES', financeCompany: 'A mate' },
    {},
    ['financeCompany FINANCE_COMPANY_REQUIRED'],
  ],
  ['another lender', { isFinanced: 'YES', financeCompany: 'Other (Not Listed)' }, {}, []],
  ['an address only typed', {}, noAddress, ['riskAddress ADDRESS_NOT_FOUND']],
  ['another than was found', { riskAddress: '14 Tay Street' }, {}, ['riskAddress ADDRESS_NOT_FOUND']],
  ['a found address with a blank after it', { riskAddress: `${riskAddress} ` }, {}, []],
  ['an address taken away', { riskAddress: '' }, {}, ['riskAddress ADDRESS_REQUIRED']],
  ['no address', { riskAddress: ' ' }, noAddress, ['riskAddress ADDRESS_REQUIRED']],
  [
    'an address that its search took away',
    { riskAddress: '' },
    { ...noAddress, isAddressMissed: true },
    ['riskAddress ADDRESS_NOT_FOUND'],
  ],
])('[CAR-08] [CAR-09] [CAR-11] %s', (_what, changes, lookups, expected) => {
  expect(codes(changes, lookups)).toEqual(expected)
})

describe('the car’s value', () => {
  const invalid = texts(`
    12k | 13700.50 | $13,700.50 | 13.700 | 137,00 | 1,37,00 | 13700,00 | 13 70 0 | 13700-14000
    13,700 to 14,000 | -13700 | 1e4 | 0x35 | １３７００ | 1234567890
  `)
  test.each([
    ...['', '$'].map(typed => [typed, 'CAR_VALUE_REQUIRED'] as const),
    ...invalid.map(typed => [typed, 'CAR_VALUE_INVALID'] as const),
    ...['10999', '16401', '150000'].map(typed => [typed, 'CAR_VALUE_OUT_OF_BAND'] as const),
    ...['150001', '999999999'].map(typed => [typed, 'CAR_VALUE_TOO_HIGH'] as const),
    ...['11000', '13 700', 'NZ$ 13,700.00', ' 13700. ', '$16,400'].map(typed => [typed, null] as const),
  ])('[CAR-10] typed %j: %s', (carValue, code) => {
    expect(codes({ carValue })).toEqual(code === null ? [] : [`carValue ${code}`])
  })

  test('[CAR-10] only the message about the value band has its numbers', () => {
    const problem = (carValue: string) => carErrors({ ...good, carValue }, known)[0]
    expect(problem('1')?.values).toEqual({ min: '$11,000', max: '$16,400' })
    expect(problem('150001')).toEqual({ field: 'car.carValue', code: 'CAR_VALUE_TOO_HIGH' })
  })

  test('[CAR-10] before a model is chosen only the fixed limits hold', () => {
    expect(codes({ carValue: '1' }, { band: null })).toEqual([])
    expect(codes({ carValue: '150001' }, { band: null })).toEqual(['carValue CAR_VALUE_TOO_HIGH'])
  })

  test.each([
    [150_000, '149000', 'CAR_VALUE_OUT_OF_BAND'],
    [150_001, '149000', 'CAR_VALUE_TOO_HIGH'],
    [150_001, '', 'CAR_VALUE_TOO_HIGH'],
  ])('[CAR-10] a band that starts at %i, and the value %j: %s', (minimumDollars, carValue, code) => {
    expect(codes({ carValue }, { band: { minimumDollars, maximumDollars: 210_000 } })).toEqual([
      `carValue ${code}`,
    ])
  })

  test('[CAR-10] any whole amount is read the same with and without formatting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), dollars => {
        expect(stripMoneyFormat(dollarsText(dollars))).toBe(String(dollars))
        expect(carValueError(dollarsText(dollars), null)).toBe(
          dollars > 150_000 ? 'CAR_VALUE_TOO_HIGH' : null,
        )
      }),
    )
  })
})

const both = { businessUse: 'YES', modification: 'YES' }
test.each([
  ['nothing yet', {}, null, false, []],
  ['models found', {}, ['a'], false, []],
  ['income use', { businessUse: 'YES' }, ['a'], false, ['businessUse']],
  ['no models', {}, [], false, ['NO_MODELS']],
  ['a car not insured has no models either', {}, [], true, ['NOT_INSURABLE']],
  ['all at once', both, [], false, ['businessUse', 'modification', 'NO_MODELS']],
])('[CAR-07] disables Next: %s', (_what, answers, modelKeys, notInsurable, stops) => {
  expect(carBlockers({ ...emptyCar, ...answers }, { modelKeys, notInsurable })).toEqual(stops)
})
