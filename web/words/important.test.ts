/** The popup before the first question, held to the row that names its parts. */
import { expect, it } from 'vitest'
import { importantWords } from './important.ts'

it('[CAR-01] has its title, its three parts and its button', () => {
  const { title, parts, button } = importantWords
  expect([title, ...parts.map(({ heading }) => heading), button]).toEqual([
    'Important information',
    'Insurance quote',
    'Duty of disclosure',
    'No financial advice',
    'I understand',
  ])
})
