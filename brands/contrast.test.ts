/** Tests of contrast ratios. */
import { expect, it } from 'vitest'
import { contrast } from './contrast.ts'

it('[SHELL-03] contrast is 21 for black on white and 1 for equal colours, in either order', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21)
  expect(contrast('#245C2E', '#245C2E')).toBe(1)
})
