/** What the law has us tell before the contract stands in the declaration, as the papers print it. */
import { expect, it } from 'vitest'
import { underwriter } from '#documents/underwriter.ts'
import { declarationWords } from './declaration.ts'

it('[QUOTE-09] [QUOTE-11] names the insurer with its financial strength, who rated it and the whole scale', () => {
  const said = declarationWords.insurer
  expect(said).toBe(underwriter.financialStrength)
  for (const part of [
    underwriter.name,
    'given by',
    'AAA',
    'AA ',
    'BBB',
    'BB ',
    'CCC',
    'CC ',
    'D (in default)',
  ])
    expect(said).toContain(part)
})
