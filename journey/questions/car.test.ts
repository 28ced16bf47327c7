import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '#journey/address.ts'
import { noParts } from '#journey/address-parts.ts'
import { carValueError, stripMoney } from '#journey/car-value.ts'
import { dollarsText } from '#journey/money.ts'
import { type CarLookups, carErrors, carStops } from './car.ts'

const riskAddress: Address = {
  addressId: 'A-1',
  postcode: '1024',
  suburb: 'Mount Eden',
  city: 'Auckland',
  signature: 'signed',
  addressInBrokenDownForm: noParts,
  addressInFreeForm: { addressLine1: '12 Dominion Road', addressLine2: '' },
}
const known: CarLookups = {
  modelKeys: ['corolla-a', 'corolla-b'],
  band: { minimumDollars: 11_000, maximumDollars: 16_400 },
  riskAddress,
  plateRefusal: null,
}
const good = {
  plate: 'JHU968',
  transmission: 'Automatic',
  vehicleKey: 'corolla-a',
  businessUse: 'NO',
  modification: 'NO',
  isFinanced: 'NO',
  riskAddress: '12 Dominion Road, Mount Eden, Auckland 1024',
  carValue: '13,700',
}
const codes = (answers: Record<string, string>, facts: Partial<CarLookups> = {}) =>
  carErrors({ ...good, ...answers }, { ...known, ...facts }).map(({ field, code }) => `${field} ${code}`)

test('[CAR-11] [SHELL-13] an empty page names every missing answer at once, in the order of the page', () => {
  const nothing = { modelKeys: null, band: null, riskAddress: undefined, plateRefusal: null }
  expect(carErrors({}, nothing).map(({ field, code }) => `${field} ${code}`)).toEqual([
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

test('[CAR-11] a page filled in well has no problem', () => expect(codes({})).toEqual([]))

describe('each answer', () => {
  test.each<[string, Record<string, string>, Partial<CarLookups>, string[]]>([
    ['a plate of signs', { plate: '!?' }, {}, ['plate PLATE_INVALID']],
    ['a plate with a macron', { plate: 'KĒA1' }, {}, ['plate PLATE_INVALID']],
    ['a plate too long', { plate: 'JHU–9688' }, {}, ['plate PLATE_INVALID']],
    ['a plate typed small, with a space', { plate: 'jhu 96' }, {}, []],
    ['a plate the register refused', {}, { plateRefusal: 'PLATE_INVALID' }, ['plate PLATE_INVALID']],
    ['one plate too many', {}, { plateRefusal: 'PLATES_TOO_MANY' }, ['plate PLATES_TOO_MANY']],
    [
      'a transmission nobody offers',
      { transmission: 'Tiptronic' },
      {},
      ['transmission TRANSMISSION_REQUIRED'],
    ],
    ['a model of another look-up', { vehicleKey: 'aqua-a' }, {}, ['vehicleKey MODEL_REQUIRED']],
    ['a model chosen before the list is known', {}, { modelKeys: null }, ['vehicleKey MODEL_REQUIRED']],
    ['income use answered yes is no mistake', { businessUse: 'YES' }, {}, []],
    ['neither yes nor no', { modification: 'MAYBE' }, {}, ['modification YES_NO_REQUIRED']],
    ['financed without a lender', { isFinanced: 'YES' }, {}, ['financeCompany FINANCE_COMPANY_REQUIRED']],
    [
      'a lender not on the list',
      { isFinanced: 'YES', financeCompany: 'A mate' },
      {},
      ['financeCompany FINANCE_COMPANY_REQUIRED'],
    ],
    ['the last lender of the list', { isFinanced: 'YES', financeCompany: 'Other (Not Listed)' }, {}, []],
    ['a lender is not asked for without finance', { isFinanced: 'NO', financeCompany: '' }, {}, []],
    ['an address only typed', {}, { riskAddress: undefined }, ['riskAddress ADDRESS_NOT_FOUND']],
    [
      'an address typed over the one that was found',
      { riskAddress: '14 Dominion Road, Mount Eden, Auckland 1024' },
      {},
      ['riskAddress ADDRESS_NOT_FOUND'],
    ],
    ['a found address with a blank after it', { riskAddress: `${good.riskAddress} ` }, {}, []],
    [
      'an address taken away by its search',
      { riskAddress: '' },
      { riskAddress: undefined, isAddressMissed: true },
      ['riskAddress ADDRESS_NOT_FOUND'],
    ],
    ['no models: Next is shut for that', { vehicleKey: '' }, { modelKeys: [] }, []],
    ['an address taken away', { riskAddress: '' }, {}, ['riskAddress ADDRESS_REQUIRED']],
    ['no address', { riskAddress: ' ' }, { riskAddress: undefined }, ['riskAddress ADDRESS_REQUIRED']],
  ])('[CAR-08] [CAR-09] [CAR-11] %s', (_what, answers, facts, expected) => {
    expect(codes(answers, facts)).toEqual(expected)
  })
})

describe('the car’s value', () => {
  test.each([
    ['', 'CAR_VALUE_REQUIRED'],
    ['$', 'CAR_VALUE_REQUIRED'],
    ['12k', 'CAR_VALUE_INVALID'],
    ['13700.50', 'CAR_VALUE_INVALID'],
    ['$13,700.50', 'CAR_VALUE_INVALID'],
    ['13.700', 'CAR_VALUE_INVALID'],
    ['137,00', 'CAR_VALUE_INVALID'],
    ['1,37,00', 'CAR_VALUE_INVALID'],
    ['13700,00', 'CAR_VALUE_INVALID'],
    ['13 70 0', 'CAR_VALUE_INVALID'],
    ['13700-14000', 'CAR_VALUE_INVALID'],
    ['13,700 to 14,000', 'CAR_VALUE_INVALID'],
    ['13 700', null],
    ['NZ$ 13,700.00', null],
    [' 13700. ', null],
    ['-13700', 'CAR_VALUE_INVALID'],
    ['1e4', 'CAR_VALUE_INVALID'],
    ['0x35', 'CAR_VALUE_INVALID'],
    ['１３７００', 'CAR_VALUE_INVALID'],
    ['1234567890', 'CAR_VALUE_INVALID'],
    ['10999', 'CAR_VALUE_OUT_OF_BAND'],
    ['11000', null],
    ['$16,400', null],
    ['16401', 'CAR_VALUE_OUT_OF_BAND'],
    ['150000', 'CAR_VALUE_OUT_OF_BAND'],
    ['150001', 'CAR_VALUE_TOO_HIGH'],
    ['999999999', 'CAR_VALUE_TOO_HIGH'],
  ])('[CAR-10] typed %j: %s', (carValue, code) => {
    expect(codes({ carValue })).toEqual(code === null ? [] : [`carValue ${code}`])
  })

  test('[CAR-10] the message of the band carries its numbers, and no other does', () => {
    expect(carErrors({ ...good, carValue: '1' }, known)).toEqual([
      { field: 'carValue', code: 'CAR_VALUE_OUT_OF_BAND', values: { min: '$11,000', max: '$16,400' } },
    ])
    expect(carErrors({ ...good, carValue: '150001' }, known)).toEqual([
      { field: 'carValue', code: 'CAR_VALUE_TOO_HIGH' },
    ])
  })

  test('[CAR-10] before a model is chosen only the fixed limits hold', () => {
    expect(codes({ carValue: '1' }, { band: null })).toEqual([])
    expect(codes({ carValue: '150001' }, { band: null })).toEqual(['carValue CAR_VALUE_TOO_HIGH'])
  })

  test.each([
    [150_000, ['carValue CAR_VALUE_OUT_OF_BAND']],
    [150_001, ['carValue CAR_VALUE_TOO_HIGH']],
  ])('[CAR-10] a band that starts at %i', (minimumDollars, expected) => {
    expect(codes({ carValue: '149000' }, { band: { minimumDollars, maximumDollars: 210_000 } })).toEqual(
      expected,
    )
    if (minimumDollars > 150_000)
      expect(codes({ carValue: '' }, { band: { minimumDollars, maximumDollars: 210_000 } })).toEqual(expected)
  })

  test('[CAR-10] any whole amount reads the same bare and as the page shows it, and only its size decides', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), dollars => {
        expect(stripMoney(dollarsText(dollars))).toBe(String(dollars))
        expect(carValueError(dollarsText(dollars), null)).toBe(
          dollars > 150_000 ? 'CAR_VALUE_TOO_HIGH' : null,
        )
      }),
    )
  })
})

test.each<[string, Record<string, string>, readonly string[] | null, boolean, string[]]>([
  ['nothing yet', {}, null, false, []],
  ['models found', {}, ['a'], false, []],
  ['income use', { businessUse: 'YES' }, ['a'], false, ['INCOME_USE']],
  ['modifications', { modification: 'YES' }, ['a'], false, ['MODIFICATION']],
  ['no models', {}, [], false, ['NO_MODELS']],
  ['a car not insured has no models either', {}, [], true, ['NOT_INSURABLE']],
  [
    'all at once',
    { businessUse: 'YES', modification: 'YES' },
    [],
    false,
    ['INCOME_USE', 'MODIFICATION', 'NO_MODELS'],
  ],
])('[CAR-07] what keeps Next shut: %s', (_what, answers, modelKeys, notInsurable, stops) => {
  expect(carStops(answers, { modelKeys, notInsurable })).toEqual(stops)
})
