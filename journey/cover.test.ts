/** Tests that options and excesses of valid quotes stay on sale. */
import { expect, it } from 'vitest'
import { coverTypes, frequencies, optionsOf, voluntaryExcessChoices } from './cover.ts'

const onSale = { covers: coverTypes, excesses: voluntaryExcessChoices, frequencies, ...optionsOf }

/**
 * Every choice that a customer may have made in a quote that is still valid, in the order of stored price tables. A new
 * choice is added once it is offered. A choice is removed last, when its quotes are over and no bind waits for an insurer.
 */
const sold: Readonly<Record<keyof typeof onSale, readonly (string | number)[]>> = {
  covers: ['COMPREHENSIVE', 'THIRD_PARTY_FIRE_THEFT', 'THIRD_PARTY'],
  excesses: [0, 100, 300, 500, 700, 1200],
  frequencies: ['FORTNIGHTLY', 'MONTHLY', 'ANNUAL'],
  COMPREHENSIVE: ['excessFreeWindow', 'hireCar', 'roadsideAssistance'],
  THIRD_PARTY_FIRE_THEFT: ['hireCar', 'roadsideAssistance'],
  THIRD_PARTY: ['roadsideAssistance'],
}

it('[QUOTE-06] [ENTRY-07] every sold choice is on sale, in the order of the stored prices', () => {
  for (const [kind, choices] of Object.entries(onSale)) {
    const before = sold[kind as keyof typeof onSale]
    expect(
      choices.filter(choice => before.includes(choice)),
      kind,
    ).toEqual(before)
  }
})
