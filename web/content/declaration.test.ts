/** What the law has us tell before the contract stands in the declaration, as the papers print it. */
import { expect, it } from 'vitest'
import { underwriterDetails } from '#journey/underwriter.ts'
import { declarationText } from './declaration.ts'

it('[QUOTE-09] [QUOTE-11] names the insurer with its financial strength, who rated it and the whole scale', () => {
  const said = declarationText.insurer
  expect(said).toBe(underwriterDetails.financialStrength)
  for (const part of [
    underwriterDetails.name,
    'given by',
    'AAA (extremely strong)',
    ' AA (very strong)',
    ' A (strong)',
    'BBB (good)',
    ' BB (marginal)',
    ' B (weak)',
    'CCC (very weak)',
    ' CC (extremely weak)',
    'D (in default)',
  ])
    expect(said).toContain(part)
})

it('[QUOTE-09] [DRIVER-07] asks no leave for what step 2 has done: its drivers are with the insurer already', () => {
  const said = declarationText.paragraphs.join(' ')
  expect(said).toContain('knows their details are given to us and to the insurer')
  expect(said).not.toMatch(/may give/)
})
