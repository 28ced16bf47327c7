/** Tests of compensations: encoding and decoding give the same choice; incomplete lists are read as specified. */
import { expect, it } from 'vitest'
import { coverOptions, coverTypes, insuresCar } from './cover.ts'
import {
  optionCompensations,
  optionsFromCompensations,
  sumInsuredFrom,
  toCompensations,
} from './cover-compensations.ts'

const none = { excessFreeWindow: false, hireCar: false, roadsideAssistance: false }

it.each(coverOptions)('[ENTRY-09] [QUOTE-06] %s is read back without other options', option => {
  const choice = { ...none, [option]: true }
  expect(optionsFromCompensations(optionCompensations(choice))).toEqual(choice)
})

it.each([
  [{}, true, true],
  [{ code: 'HIRE14' }, true, true],
  [{ code: null }, true, true],
  [{ appliedIndicator: true, code: 'TAKEN' }, true, true],
  [{ appliedIndicator: false }, false, true],
  [{ appliedIndicator: false, code: 'TAKEN' }, false, true],
  [{ appliedIndicator: true, code: 'NOT_TAKEN' }, false, false],
])('[ENTRY-09] an option sent as %j counts as chosen: %s; a hire car: %s', (sent, isTaken, hireCar) => {
  const all = ['WindscreenExcessWaiver', 'HireCar', 'RoadsideAssist'].map(compensationSubType => ({
    compensationSubType,
    ...sent,
  }))
  const taken = { excessFreeWindow: isTaken, hireCar, roadsideAssistance: isTaken }
  expect(optionsFromCompensations(all)).toEqual(taken)
})

it('[ENTRY-09] treats a missing option as not chosen', () => {
  expect(optionsFromCompensations([{ compensationSubType: 'MarketValue' }])).toEqual(none)
})

it.each(coverTypes)('[QUOTE-07] reads back the same car value that was written: %s', cover => {
  const choice = { ...none, cover, voluntaryExcess: 0, frequency: 'MONTHLY' } as const
  const told = toCompensations(choice, 13_700)
  expect(sumInsuredFrom(cover, told)).toBe(insuresCar(cover) ? 13_700 : 0)
})

it.each([
  ['COMPREHENSIVE', 9_000, 13_700, 9_000],
  ['COMPREHENSIVE', 0, 13_700, 13_700],
  ['COMPREHENSIVE', null, null, 0],
  ['THIRD_PARTY_FIRE_THEFT', 9_000, 13_700, 13_700],
  ['THIRD_PARTY_FIRE_THEFT', 9_000, undefined, 9_000],
  ['THIRD_PARTY', 9_000, 13_700, 9_000],
] as const)(
  '[QUOTE-07] of two sums insured the one of the cover counts: %s, %s and %s',
  (cover, agreed, market, sum) => {
    const told = [
      { compensationSubType: 'MarketValue', sumInsured: market },
      { compensationSubType: 'AgreedValue', sumInsured: agreed },
    ]
    expect(sumInsuredFrom(cover, told)).toBe(sum)
  },
)
