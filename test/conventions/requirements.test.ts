/** Checks that requirement ids in test titles exist, so that every title proves a known requirement. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { proofsIn, readProofs, readRows, readThreats, unprovenRows } from '../../scripts/docs/requirements.ts'

const root = join(import.meta.dirname, '..', '..')

describe('requirements named by tests', () => {
  test('the rows are read, each id once', () => {
    const ids = readRows(root).map(row => row.id)
    expect(ids.length).toBeGreaterThan(90)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('no title names a row that does not exist', () => {
    const known = new Set([...readRows(root), ...readThreats(root)].map(row => row.id))
    const unknown = readProofs(root).flatMap(({ ids, title, file }) =>
      ids.filter(id => !known.has(id)).map(id => `${id} in ${file}: ${title}`),
    )
    expect(unknown).toEqual([])
  })

  test('every requirement and every abuse has a test', () => {
    const proofs = readProofs(root)
    expect(readThreats(root).map(({ id }) => id)).toEqual(Array.from({ length: 46 }, (_, at) => `T${at + 1}`))
    expect(unprovenRows([...readRows(root), ...readThreats(root)], proofs).map(({ id }) => id)).toEqual([])
  })

  // Put together here, brackets and all, so that this file's own samples are not read as titles.
  const bracketed = (...groups: string[]) => groups.map(ids => `[${ids}]`).join(' ')
  const sample = (ids: string) => `test('${ids} keeps what was typed', () => {})`

  test.each([
    ['one id', bracketed('CAR-10'), ['CAR-10']],
    ['two in one bracket', bracketed('CAR-10, PAY-02'), ['CAR-10', 'PAY-02']],
    ['two brackets', bracketed('CAR-10', 'PAY-02'), ['CAR-10', 'PAY-02']],
    ['an abuse', bracketed('T7', 'PAY-02'), ['T7', 'PAY-02']],
  ])('a title with %s is read', (_, opening, ids) => {
    expect(proofsIn('a.test.ts', sample(opening))).toEqual([
      { ids, title: 'keeps what was typed', file: 'a.test.ts' },
    ])
  })

  test('this file proves none of the rows its samples name', () => {
    expect(readProofs(root).filter(({ file }) => file === 'test/conventions/requirements.test.ts')).toEqual(
      [],
    )
  })
})
