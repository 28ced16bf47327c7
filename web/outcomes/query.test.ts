import { describe, expect, it } from 'vitest'
import { withUtm, wizardPath } from './query.ts'

describe('addresses outcome pages lead to', () => {
  it('[PAY-08] [PAY-09] carry id, token and back', () => {
    expect(wizardPath('a-1', 't 2')).toBe('/vehicle?id=a-1&token=t+2')
    expect(wizardPath('a-1', 't', 'yes')).toBe('/vehicle?id=a-1&token=t&back=yes')
    expect(wizardPath('', '')).toBe('/vehicle')
  })

  it('[PAY-06] carry the four utm parameters', () => {
    const utm = { medium: 'web', source: 'openroad', campaign: 'c', content: 'next steps' }
    expect(withUtm('/vehicle', utm)).toBe(
      '/vehicle?utm_medium=web&utm_source=openroad&utm_campaign=c&utm_content=next+steps',
    )
    expect(withUtm('https://mbi.example/quote?a=1', utm)).toContain('?a=1&utm_medium=web')
  })
})
