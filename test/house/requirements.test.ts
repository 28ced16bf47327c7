/** Keeps the tests' titles and the requirements in step: a title that names an unknown row proves nothing. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { proofsIn, readProofs, readRows } from '../../scripts/docs/requirements.ts'

const root = join(import.meta.dirname, '..', '..')

describe('requirements named by tests', () => {
  test('the rows are read, each id once', () => {
    const ids = readRows(root).map(row => row.id)
    expect(ids.length).toBeGreaterThan(90)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('no title names a row that does not exist', () => {
    const known = new Set(readRows(root).map(row => row.id))
    const unknown = readProofs(root).flatMap(({ ids, title, file }) =>
      ids.filter(id => !known.has(id)).map(id => `${id} in ${file}: ${title}`),
    )
    expect(unknown).toEqual([])
  })

  // Put together here, so that this file's own samples are not read as titles.
  const sample = (ids: string) => `test('${ids} keeps what was typed', () => {})`

  test.each([
    ['one id', '[CAR-10]', ['CAR-10']],
    ['two in one bracket', '[CAR-10, PAY-02]', ['CAR-10', 'PAY-02']],
    ['two brackets', '[CAR-10] [PAY-02]', ['CAR-10', 'PAY-02']],
  ])('a title with %s is read', (_, opening, ids) => {
    expect(proofsIn('a.test.ts', sample(opening))).toEqual([
      { ids, title: 'keeps what was typed', file: 'a.test.ts' },
    ])
  })
})
