/** Tests of the cover choice and the validation of step 3 (quote). */
import { describe, expect, it } from 'vitest'
import { coverOptions } from '#journey/cover.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import {
  cannotBePriced,
  coverChoiceOf,
  initialCarValueAnswers,
  initialStartDate,
  isCarValueUnpriced,
  isDeclarationAccepted,
  quotedValueDollars,
  quoteErrors,
  startDateOf,
} from './quote.ts'
import { quoteEmailErrors } from './quote-email.ts'

const today = '2026-11-21'
const band = { minimumDollars: 11_000, maximumDollars: 16_400 }
const known = { today, band, isAddressMissed: false }
const valued = { 'car.carValue': '15000', 'cover.quoteCarValue': '15000' }
const codes = (answers: FormTexts, of = known) => quoteErrors(formOf(answers), of).map(({ code }) => code)

describe('the initial car value of step 3', () => {
  const typedOver = (carValue: string) => ({
    'car.carValue': carValue,
    'cover.quoteCarValue': '16000',
    'cover.quoteValueOver': '15000',
  })
  it.each<[string, FormTexts, number | undefined, readonly [car: string, typed: string, over: string]]>([
    ['before a price', { 'car.carValue': '$15,000' }, undefined, ['$15,000', '15000', '15000']],
    ['quoted', { 'car.carValue': '$15,000' }, 15_000, ['$15,000', '15000', '15000']],
    ['in no price yet', { 'car.carValue': '16000' }, 15_000, ['15000', '16000', '15000']],
    ['typed over the one quoted', typedOver('15000'), 15_000, ['15000', '16000', '15000']],
    ['typed over one changed since', typedOver('17000'), 17_000, ['17000', '17000', '17000']],
    ['typed over one, with no price left', typedOver('15000'), undefined, ['15000', '15000', '15000']],
    ['not asked for', {}, 15_000, ['', '', '']],
  ])('[QUOTE-07] %s', (_what, answers, quoted, [carValue, quoteCarValue, quoteValueOver]) => {
    expect(initialCarValueAnswers(formOf(answers), quoted)).toEqual({
      carValue,
      quoteCarValue,
      quoteValueOver,
    })
  })
})

it.each([
  ['that has passed', '20/11/2026', ''],
  ['that is today', '21/11/2026', '21/11/2026'],
  ['half typed', '20/11', '20/11'],
  ['that is empty', '', ''],
])('[QUOTE-08] [ENTRY-09] a start of cover %s', (_what, startDate, expected) => {
  expect(initialStartDate(formOf({ 'cover.startDate': startDate }), today)).toBe(expected)
})

it.each([
  ['comprehensive cover', { 'car.carValue': '' }, true],
  ['comprehensive cover of a known value', { 'car.carValue': '$14,000' }, false],
  ['fire and theft', { 'cover.cover': 'THIRD_PARTY_FIRE_THEFT' }, true],
  ['damage to others alone', { 'cover.cover': 'THIRD_PARTY' }, false],
  ['a start date that is today', { 'car.carValue': '14000', 'cover.startDate': '21/11/2026' }, false],
  ['a half typed start date', { 'car.carValue': '14000', 'cover.startDate': '05/12' }, true],
] as const)('[QUOTE-06] [QUOTE-08] [ENTRY-07] whether %s cannot be priced', (_what, answers, cannot) => {
  expect(cannotBePriced(formOf(answers), today)).toBe(cannot)
})

describe('the choices of step 3', () => {
  it('[QUOTE-05] the default is comprehensive, fortnightly, from today', () => {
    expect(coverChoiceOf(formOf({}), today)).toEqual({
      cover: 'COMPREHENSIVE',
      voluntaryExcess: 0,
      excessFreeWindow: false,
      hireCar: false,
      roadsideAssistance: false,
      frequency: 'FORTNIGHTLY',
      startDate: today,
    })
  })

  it.each([
    ['COMPREHENSIVE', ['excessFreeWindow', 'hireCar', 'roadsideAssistance'], 300],
    ['THIRD_PARTY_FIRE_THEFT', ['hireCar', 'roadsideAssistance'], 0],
    ['THIRD_PARTY', ['roadsideAssistance'], 0],
  ])('[QUOTE-06] [QUOTE-04] %s keeps only what it offers', (cover, options, voluntaryExcess) => {
    const all = Object.fromEntries(coverOptions.map(option => [`cover.${option}`, 'YES']))
    const answers = { 'cover.cover': cover, ...all, 'cover.voluntaryExcess': '300' }
    const choice = coverChoiceOf(formOf(answers), today)
    expect(coverOptions.filter(option => choice[option])).toEqual(options)
    expect(choice.voluntaryExcess).toBe(voluntaryExcess)
  })

  it('[QUOTE-14] a new address that was not found disables Next; without a new one the old one stays', () => {
    const notFound = [{ field: 'cover.quoteAddress', code: 'ADDRESS_NOT_FOUND' }]
    expect(quoteErrors(formOf({ ...valued, 'cover.quoteAddress': '31 Heret' }), known)).toEqual(notFound)
    // The search empties the field of what it did not find.
    const missed = { ...known, isAddressMissed: true }
    expect(quoteErrors(formOf({ ...valued, 'cover.quoteAddress': '' }), missed)).toEqual(notFound)
    expect(codes({ ...valued, 'cover.quoteAddress': ' ' })).toEqual([])
  })

  it('[QUOTE-06] third party property damage has no car value', () => {
    const dollarsOf = (cover: string) =>
      quotedValueDollars(formOf({ 'cover.cover': cover, 'car.carValue': '$15,000' }))
    expect([dollarsOf('THIRD_PARTY'), dollarsOf('THIRD_PARTY_FIRE_THEFT')]).toEqual([0, 15_000])
  })

  it.each([
    ['', [], today],
    ['20/11/2026', ['START_DATE_RANGE'], today],
    ['21/11/2026', [], today],
    ['21/12/2026', [], '2026-12-21'],
    ['22/12/2026', ['START_DATE_RANGE'], today],
    ['tomorrow', ['START_DATE_RANGE'], today],
  ])('[QUOTE-08] the start date %s: %j, and it counts as %s', (startDate, expected, day) => {
    expect(codes({ ...valued, 'cover.startDate': startDate })).toEqual(expected)
    expect(startDateOf(formOf({ 'cover.startDate': startDate }), today)).toBe(day)
  })

  it.each([
    ['', ['CAR_VALUE_REQUIRED'], true],
    ['10999', ['CAR_VALUE_OUT_OF_BAND'], true],
    ['$15,000', [], false],
    ['16,400', [], true],
  ])(
    '[QUOTE-07] car value %s: %j if the cover insures it; changed: %s',
    (quoteCarValue, expected, isChanged) => {
      for (const cover of ['COMPREHENSIVE', 'THIRD_PARTY_FIRE_THEFT', 'THIRD_PARTY']) {
        const answers = { ...valued, 'cover.cover': cover, 'cover.quoteCarValue': quoteCarValue }
        expect(codes(answers)).toEqual(cover === 'THIRD_PARTY' ? [] : expected)
        expect(isCarValueUnpriced(formOf(answers))).toBe(cover !== 'THIRD_PARTY' && isChanged)
      }
    },
  )
})

it('[QUOTE-09] only the checked declaration counts', () => {
  const isAccepted = (declaration: string) =>
    isDeclarationAccepted(formOf({ 'cover.declaration': declaration }))
  expect(['YES', 'NO', ''].filter(isAccepted)).toEqual(['YES'])
})

describe('the address a quote is e-mailed to', () => {
  const ofLength = (length: number) => `${'a'.repeat(length - '@example.co.nz'.length)}@example.co.nz`
  it.each([
    ['', ['EMAIL_REQUIRED']],
    ['   ', ['EMAIL_REQUIRED']],
    ['aroha@example', ['EMAIL_INVALID']],
    ['aroha@example.co.nz. ', []],
    [ofLength(64), []],
    [ofLength(100), ['EMAIL_INVALID']],
    [ofLength(101), ['EMAIL_TOO_LONG']],
  ])('[QUOTE-10] %s', (quoteEmail, expected) => {
    expect(quoteEmailErrors({ quoteEmail }).map(({ code }) => code)).toEqual(expected)
  })
})
