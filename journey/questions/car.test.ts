/** Tests of the validation of step 1 (car). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressText } from '#journey/address.ts'
import { dollarsText } from '#journey/money.ts'
import { carValueError, stripMoneyFormat } from '#journey/plate-and-car-value.ts'
import { address, carTexts } from '#test/samples/customer.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { texts } from '#test/samples/texts.ts'
import { type CarLookups, carBlockers, carErrors } from './car.ts'
import { emptyCar } from './form-answers.ts'

const known: CarLookups = {
  modelKeys: ['corolla-a', 'corolla-b'],
  band: { minimumDollars: 11_000, maximumDollars: 16_400 },
  riskAddress: address,
  plateRefusal: null,
}
const good = {
  ...carTexts,
  'car.vehicleKey': 'corolla-a',
  'car.riskAddress': addressText(address),
  'car.carValue': '13,700',
}
const codes = (answers: FormTexts, lookups: Partial<CarLookups> = {}) =>
  carErrors(formOf({ ...good, ...answers }).car, { ...known, ...lookups }).map(
    ({ field, code }) => `${field} ${code}`,
  )

test('[CAR-11] [SHELL-13] an empty page names every missing answer at once, in the order of the page', () => {
  const nothing = { modelKeys: null, band: null, riskAddress: undefined, plateRefusal: null }
  expect(carErrors(emptyCar, nothing).map(({ field, code }) => `${field} ${code}`)).toEqual([
    'car.plate PLATE_INVALID',
    'car.transmission TRANSMISSION_REQUIRED',
    'car.vehicleKey MODEL_REQUIRED',
    'car.businessUse YES_NO_REQUIRED',
    'car.modification YES_NO_REQUIRED',
    'car.isFinanced YES_NO_REQUIRED',
    'car.riskAddress ADDRESS_REQUIRED',
    'car.carValue CAR_VALUE_REQUIRED',
  ])
})

test('[CAR-11] a valid page has no error', () => expect(codes({})).toEqual([]))

const noAddress = { riskAddress: undefined }
test.each<[string, FormTexts, Partial<CarLookups>, string[]]>([
  ['a plate of signs', { 'car.plate': '!?' }, {}, ['plate PLATE_INVALID']],
  ['a plate with a macron', { 'car.plate': 'KĒA1' }, {}, ['plate PLATE_INVALID']],
  ['a plate too long', { 'car.plate': 'JHU–9688' }, {}, ['plate PLATE_INVALID']],
  ['a plate typed small, with a space', { 'car.plate': 'jhu 96' }, {}, []],
  ['a plate the register refused', {}, { plateRefusal: 'PLATE_INVALID' }, ['plate PLATE_INVALID']],
  ['one plate too many', {}, { plateRefusal: 'PLATES_TOO_MANY' }, ['plate PLATES_TOO_MANY']],
  [
    'an unknown transmission',
    { 'car.transmission': 'Tiptronic' },
    {},
    ['transmission TRANSMISSION_REQUIRED'],
  ],
  ['a model of another look-up', { 'car.vehicleKey': 'aqua-a' }, {}, ['vehicleKey MODEL_REQUIRED']],
  ['a model chosen before the list is known', {}, { modelKeys: null }, ['vehicleKey MODEL_REQUIRED']],
  ['no models: Next is shut for that', { 'car.vehicleKey': '' }, { modelKeys: [] }, []],
  ['income use answered yes is no mistake', { 'car.businessUse': 'YES' }, {}, []],
  ['neither yes nor no', { 'car.modification': 'MAYBE' }, {}, ['modification YES_NO_REQUIRED']],
  ['no lender without finance', { 'car.isFinanced': 'NO', 'car.financeCompany': '' }, {}, []],
  ['an address only typed', {}, noAddress, ['riskAddress ADDRESS_NOT_FOUND']],
  ['another than was found', { 'car.riskAddress': '14 Tay Street' }, {}, ['riskAddress ADDRESS_NOT_FOUND']],
  ['a found address with a blank after it', { 'car.riskAddress': `${good['car.riskAddress']} ` }, {}, []],
  ['an address taken away', { 'car.riskAddress': '' }, {}, ['riskAddress ADDRESS_REQUIRED']],
  ['no address', { 'car.riskAddress': ' ' }, noAddress, ['riskAddress ADDRESS_REQUIRED']],
  [
    'an address taken away by its search',
    { 'car.riskAddress': '' },
    { ...noAddress, isAddressMissed: true },
    ['riskAddress ADDRESS_NOT_FOUND'],
  ],
])('[CAR-09] [CAR-11] %s', (_what, answers, lookups, expected) => {
  expect(codes(answers, lookups)).toEqual(expected.map(problem => `car.${problem}`))
})

test.each([
  ['', ['car.financeCompany FINANCE_COMPANY_REQUIRED']],
  ['A mate', ['car.financeCompany FINANCE_COMPANY_REQUIRED']],
  ['Other (Not Listed)', []],
])('[CAR-08] [CAR-11] financed by the lender %j', (lender, expected) => {
  expect(codes({ 'car.isFinanced': 'YES', 'car.financeCompany': lender })).toEqual(expected)
})

describe('the car’s value', () => {
  const invalid = texts(`
    12k | 13700.50 | $13,700.50 | 13.700 | 137,00 | 1,37,00 | 13700,00 | 13 70 0 | 13700-14000
    13,700 to 14,000 | -13700 | 1e4 | 0x35 | １３７００ | 1234567890
  `)
  test.each([
    ['', 'CAR_VALUE_REQUIRED'],
    ['$', 'CAR_VALUE_REQUIRED'],
    ...invalid.map(typed => [typed, 'CAR_VALUE_INVALID'] as const),
    ['10999', 'CAR_VALUE_OUT_OF_BAND'],
    ['11000', null],
    ['13 700', null],
    ['NZ$ 13,700.00', null],
    [' 13700. ', null],
    ['$16,400', null],
    ['16401', 'CAR_VALUE_OUT_OF_BAND'],
    ['150000', 'CAR_VALUE_OUT_OF_BAND'],
    ['150001', 'CAR_VALUE_TOO_HIGH'],
    ['999999999', 'CAR_VALUE_TOO_HIGH'],
  ] as const)('[CAR-10] typed %j: %s', (carValue, code) => {
    expect(codes({ 'car.carValue': carValue })).toEqual(code === null ? [] : [`car.carValue ${code}`])
  })

  test('[CAR-10] only the message about the value band has its numbers', () => {
    const [band] = carErrors(formOf({ ...good, 'car.carValue': '1' }).car, known)
    expect(band?.values).toEqual({ min: '$11,000', max: '$16,400' })
    const [tooHigh] = carErrors(formOf({ ...good, 'car.carValue': '150001' }).car, known)
    expect(tooHigh).toEqual({ field: 'car.carValue', code: 'CAR_VALUE_TOO_HIGH' })
  })

  test('[CAR-10] before a model is chosen only the fixed limits hold', () => {
    expect(codes({ 'car.carValue': '1' }, { band: null })).toEqual([])
    expect(codes({ 'car.carValue': '150001' }, { band: null })).toEqual(['car.carValue CAR_VALUE_TOO_HIGH'])
  })

  test.each([
    [150_000, '149000', ['car.carValue CAR_VALUE_OUT_OF_BAND']],
    [150_001, '149000', ['car.carValue CAR_VALUE_TOO_HIGH']],
    [150_001, '', ['car.carValue CAR_VALUE_TOO_HIGH']],
  ])('[CAR-10] a band that starts at %i, and the value %j', (minimumDollars, carValue, expected) => {
    const band = { minimumDollars, maximumDollars: 210_000 }
    expect(codes({ 'car.carValue': carValue }, { band })).toEqual(expected)
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

test.each<[string, FormTexts, readonly string[] | null, boolean, string[]]>([
  ['nothing yet', {}, null, false, []],
  ['models found', {}, ['a'], false, []],
  ['income use', { 'car.businessUse': 'YES' }, ['a'], false, ['businessUse']],
  ['modifications', { 'car.modification': 'YES' }, ['a'], false, ['modification']],
  ['no models', {}, [], false, ['NO_MODELS']],
  ['a car not insured has no models either', {}, [], true, ['NOT_INSURABLE']],
  [
    'all at once',
    { 'car.businessUse': 'YES', 'car.modification': 'YES' },
    [],
    false,
    ['businessUse', 'modification', 'NO_MODELS'],
  ],
])('[CAR-07] disables Next: %s', (_what, answers, modelKeys, notInsurable, stops) => {
  expect(carBlockers(formOf(answers).car, { modelKeys, notInsurable })).toEqual(stops)
})
