/** Tests of the bundle size calculation, and of the built pages against their size limits. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOf, sizesOf } from './bundle-size.ts'

it('counts each file once with its imports, and reports a page that is missing in the build', () => {
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

it('the built styles contain every class of every style file', () => {
  const styles = readBuilt(JSON.parse(readBuilt('manifest.json'))['style.css'].file)
  const classes = globSync('web/**/*.css', { cwd: root }).flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^\s*\.([a-z][\w-]*)/gim)].map(
      ([, name = '']) => name,
    ),
  )
  expect(classes.length).toBeGreaterThan(100)
  expect(classes.filter(name => !styles.includes(`.${name}`))).toEqual([])
})

/** Limits in gzip bytes; React alone is 67,300. `npm run size` prints the targets. */
const maximumBytes: Readonly<Record<string, number>> = {
  '/vehicle': 93_900,
  '/vehicle/step1': 117_700,
  '/vehicle/step2': 110_800,
  '/vehicle/step3': 117_000,
  '/vehicle/step4': 117_700,
  '/vehicle/step5': 114_800,
  '/paymentsuccess and the other status pages': 113_500,
  'the whole journey': 160_400,
}

it('the scripts of every route and of the whole journey stay below their limits', () => {
  readBuilt('manifest.json')
  const { routes, journey } = sizesOf(client)
  const bytes = { ...routes, 'the whole journey': journey }
  expect(Object.keys(bytes).sort()).toEqual(Object.keys(maximumBytes).sort())
  for (const [route, size] of Object.entries(bytes))
    expect(size, route).toBeLessThanOrEqual(maximumBytes[route] ?? 0)
})
