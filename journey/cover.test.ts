/** Tests that options and excesses of valid quotes stay on sale. */
import { expect, it } from 'vitest'
import { coverTypes, frequencies, optionsOf, voluntaryExcessChoices } from './cover.ts'

const onSale = { covers: coverTypes, excesses: voluntaryExcessChoices, frequencies, ...optionsOf }

/**
 * Every choice that a customer may have made in a quote that is still valid, in the order of kept price tables. What is new
 * is added here once it is offered, and what is to go leaves here last: when the quotes made with it are over, and so are
 * the binds that insurers answer late.
 */
const sold: Readonly<Record<keyof typeof onSale, readonly (string | number)[]>> = {
  covers: ['COMPREHENSIVE', 'THIRD_PARTY_FIRE_THEFT', 'THIRD_PARTY'],
  excesses: [0, 100, 300, 500, 700, 1200],
  frequencies: ['FORTNIGHTLY', 'MONTHLY', 'ANNUAL'],
  COMPREHENSIVE: ['excessFreeWindow', 'hireCar', 'roadsideAssistance'],
  THIRD_PARTY_FIRE_THEFT: ['hireCar', 'roadsideAssistance'],
  THIRD_PARTY: ['roadsideAssistance'],
}

it.each(Object.entries(onSale))(
  '[QUOTE-06] [ENTRY-07] every sold choice is on sale, in the order of the stored prices: %s',
  (kind, choices: readonly (string | number)[]) => {
    const before = Object.entries(sold).find(([name]) => name === kind)?.[1] ?? []
    expect(choices.filter(choice => before.includes(choice))).toEqual(before)
  },
)
