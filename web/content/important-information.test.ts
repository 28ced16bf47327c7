/** The popup before the first question, held to the row that names its parts. */
import { expect, it } from 'vitest'
import { underwriter } from '#journey/underwriter.ts'
import { importantInformationText } from './important-information.ts'

it('[CAR-01] has its title, its three parts and its button', () => {
  const { title, parts, button } = importantInformationText
  expect([title, ...parts.map(({ heading }) => heading), button]).toEqual([
    'Important information',
    'Insurance quote',
    'Duty of disclosure',
    'No financial advice',
    'I understand',
  ])
})

it('[CAR-01] [DRIVER-07] names who gets the answers before the first of them is sent, and whose decision they bear on', () => {
  const [quote, duty] = importantInformationText.parts
  expect(quote.text).toContain(`we send them to ${underwriter.name}, who would insure you`)
  expect(duty.text).toContain('the insurer’s decision')
  // Nothing here renews a policy.
  expect(JSON.stringify(importantInformationText)).not.toMatch(/our decision|renew/)
})
