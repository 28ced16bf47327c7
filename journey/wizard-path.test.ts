import { expect, it } from 'vitest'
import { wizardPath } from './wizard-path.ts'

it('[PAY-08] [PAY-09] the way back into the wizard carries id, token and back', () => {
  expect(wizardPath('a-1', 't 2')).toBe('/vehicle?id=a-1&token=t+2')
  expect(wizardPath('a-1', 't', 'yes')).toBe('/vehicle?id=a-1&token=t&back=yes')
  expect(wizardPath('', '')).toBe('/vehicle')
})
