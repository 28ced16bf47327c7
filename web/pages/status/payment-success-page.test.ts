/** Tests of the success page's amounts and links. */
import { expect, it } from 'vitest'
import { formatAmountCovered } from './payment-success-page.tsx'
import { addUtmParameters } from './status-page-parameters.ts'

it.each([
  ['COMPREHENSIVE', 13_700, '$13,700'],
  ['THIRD_PARTY_FIRE_THEFT', 13_700, 'Market value of your car, up to $13,700'],
  ['THIRD_PARTY', 0, 'Damage to other people’s property, up to $20 million'],
] as const)(
  '[PAY-06] the amount covered of %s is shown as in mail and schedule',
  (cover, amountCovered, text) => {
    expect(formatAmountCovered({ cover, amountCovered })).toBe(text)
  },
)

it('[PAY-06] a link has the four utm parameters after its own', () => {
  const utm = { medium: 'web', source: 'openroad', campaign: 'c', content: 'next steps' }
  expect(addUtmParameters('https://mbi.example/quote?a=1', utm)).toBe(
    'https://mbi.example/quote?a=1&utm_medium=web&utm_source=openroad&utm_campaign=c&utm_content=next+steps',
  )
  expect(addUtmParameters('/vehicle', utm)).toContain('/vehicle?utm_medium=web')
})
