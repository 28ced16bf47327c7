/** Who may see what rests on this order (D1, D2). */
import { expect, it } from 'vitest'
import { accessLevels, levelAtLeast, levelsBelow } from './access-level.ts'

it('[EDGE-02] [EDGE-16] each level includes the levels below it', () => {
  for (const [index, level] of accessLevels.entries())
    for (const [other, wanted] of accessLevels.entries())
      expect(levelAtLeast(level, wanted), `${level} for ${wanted}`).toBe(index >= other)
  expect(accessLevels).toEqual(['LINKED', 'CREATED', 'VERIFIED', 'BOUGHT'])
  expect(levelAtLeast(null, 'LINKED')).toBe(false)
})

it.each([
  ['LINKED', []],
  ['VERIFIED', ['LINKED', 'CREATED']],
  ['BOUGHT', ['LINKED', 'CREATED', 'VERIFIED']],
] as const)('[EDGE-16] %s is more than %j', (level, below) => {
  expect(levelsBelow(level)).toEqual(below)
})
