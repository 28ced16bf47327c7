/** Tests of the URLs of the status pages. */

import { describe, expect, it } from 'vitest'
import { withUtm } from './status-page-urls.ts'

describe('URLs that status pages link to', () => {
  it('[PAY-06] carry the four utm parameters', () => {
    const utm = { medium: 'web', source: 'openroad', campaign: 'c', content: 'next steps' }
    expect(withUtm('/vehicle', utm)).toBe(
      '/vehicle?utm_medium=web&utm_source=openroad&utm_campaign=c&utm_content=next+steps',
    )
    expect(withUtm('https://mbi.example/quote?a=1', utm)).toContain('?a=1&utm_medium=web')
  })
})
