/** Tests the stepper's markup for the views of the journey. */
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { View } from '#journey/steps.ts'
import { Stepper } from './stepper.tsx'

const items = (view: View): string[] =>
  renderToStaticMarkup(<Stepper view={view} onGo={() => {}} />).match(/<li.*?<\/li>/gs) ?? []
const words = (item: string): string =>
  item
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('stepper', () => {
  it('[SHELL-05] has five items with their status in words, and links back to completed steps only', () => {
    const links = items('quote').flatMap(item => /<a[^>]* href="([^"]+)"/.exec(item)?.[1] ?? [])
    expect(links).toEqual(['/vehicle/step1', '/vehicle/step2'])
    expect(items('quote').map(words)).toEqual([
      'Car Completed',
      'Driver Completed',
      '3 Quote Current',
      '4 Policyholder Not started',
      '5 Payment Not started',
    ])
  })

  it.each([
    ['driver', [1]],
    ['payment-failure', [4]],
    ['confirmation', []],
  ] as const)('[SHELL-05] on %s marks the current step: %j', (view, places) => {
    const marked = items(view).flatMap((item, place) => (item.includes('aria-current="step"') ? [place] : []))
    expect(marked).toEqual(places)
  })
})
