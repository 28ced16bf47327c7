/** Options told and read again are the same ones; and what counts as taken where only half of it is told. */
import { expect, it } from 'vitest'
import { optionsTold, optionsToTell } from './compensations.ts'
import { coverOptions } from './cover.ts'

const none = { excessFreeWindow: false, hireCar: false, roadsideAssistance: false }

it.each(coverOptions)(
  '[ENTRY-09] [QUOTE-06] %s is read as it was told, and no other option with it',
  option => {
    const choice = { ...none, [option]: true }
    expect(optionsTold(optionsToTell(choice))).toEqual(choice)
  },
)

it.each([
  [{}, true],
  [{ code: 'HIRE14' }, true],
  [{ appliedIndicator: true }, true],
  [{ code: 'NOT_TAKEN' }, false],
  [{ appliedIndicator: false }, false],
  [{ appliedIndicator: true, code: 'NOT_TAKEN' }, false],
  [{ appliedIndicator: false, code: 'HIRE14' }, false],
])('[ENTRY-09] a hire car told as %j is taken: %s', (told, hireCar) => {
  expect(optionsTold([{ compensationSubType: 'HireCar', ...told }])).toEqual({ ...none, hireCar })
})

it('[ENTRY-09] an option that is not told of is not taken', () => {
  expect(optionsTold([{ compensationSubType: 'MarketValue' }])).toEqual(none)
})
