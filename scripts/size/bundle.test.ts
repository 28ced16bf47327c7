/** The walk from a screen to its files, and what the built pages weigh: they may get lighter, never heavier unseen. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOf, sizesOf } from './bundle.ts'

it('counts each file once, with all it imports, and names a screen the build does not have', () => {
  const manifest = {
    'a.tsx': { file: 'assets/a.js', imports: ['_shared', 'c.tsx'] },
    _shared: { file: 'assets/shared.js', imports: ['_shared'] },
    'c.tsx': { file: 'assets/shared.js', imports: [] },
    'd.css': { file: 'assets/d.css' },
  }
  expect(filesOf(manifest, ['a.tsx', '_shared', 'd.css']).sort()).toEqual(['assets/a.js', 'assets/shared.js'])
  expect(() => filesOf(manifest, ['none.tsx'])).toThrow('none.tsx')
})

/** Gzip bytes; above one of these somebody has to look what came in. Wanted is less still (`npm run size`). */
const heaviest = { '/vehicle': 91_500, '/vehicle/step1': 100_000, '/vehicle/step3': 110_500 }
const heaviestJourney = 162_500

it('[SHELL-01] the script of a route is no heavier than it was', () => {
  const client = join(import.meta.dirname, '../../dist/client')
  if (!existsSync(join(client, 'manifest.json'))) throw new Error('Build first: npm run build.')
  const { routes, journey } = sizesOf(client)
  for (const [route, most] of Object.entries(heaviest)) expect(routes[route], route).toBeLessThanOrEqual(most)
  expect(journey).toBeLessThanOrEqual(heaviestJourney)
})
