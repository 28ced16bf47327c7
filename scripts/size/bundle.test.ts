/** Tests of the bundle size calculation, and of the built pages against their size limits. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scopedClassName } from '#web/styles/scoped-class-name.ts'
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

const root = join(import.meta.dirname, '../..')
const client = join(root, 'dist/client')
const readBuilt = (file: string): string => {
  if (!existsSync(join(client, file))) throw new Error('Build first: npm run build.')
  return readFileSync(join(client, file), 'utf8')
}

it('every class of every style file is in the built styles, whatever the build made of its names', () => {
  const styles = readBuilt(JSON.parse(readBuilt('manifest.json'))['style.css'].file)
  const classes = globSync('web/**/*.module.css', { cwd: root }).flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^\s*\.([a-z]\w*)/gim)].map(([, name = '']) =>
      scopedClassName(name, file),
    ),
  )
  expect(classes.length).toBeGreaterThan(100)
  expect(classes.filter(name => !styles.includes(`.${name}`))).toEqual([])
})

/** Gzip bytes; React alone is 67,300. A journey should weigh 2.35 times that, which `npm run size` prints. */
const maximumFirstRoute = 100_900
const maximumRoute = 117_700
/** Step 3 has the most to show. It should weigh no more than the other steps, which `npm run size` prints. */
const maximumQuoteRoute = 124_000
const maximumJourney = 175_000

it('the scripts of every route and of the whole journey stay below their limits', () => {
  readBuilt('manifest.json')
  const { routes, journey } = sizesOf(client)
  const maximumOf = (route: string) =>
    ({ '/vehicle': maximumFirstRoute, '/vehicle/step3': maximumQuoteRoute })[route] ?? maximumRoute
  for (const [route, bytes] of Object.entries(routes))
    expect(bytes, route).toBeLessThanOrEqual(maximumOf(route))
  expect(journey).toBeLessThanOrEqual(maximumJourney)
})
