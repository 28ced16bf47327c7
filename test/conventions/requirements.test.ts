/** Tests that every requirement has a test, and that test titles contain only known ids. */
import { describe, expect, test } from 'vitest'
import { readProofs, readRows, readThreats, root, unprovenRows } from './repository-files.ts'

describe('requirement ids in test titles', () => {
  test('each requirement id is unique', () => {
    const ids = readRows(root).map(row => row.id)
    expect(ids.length).toBeGreaterThan(90)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('no title has an unknown id', () => {
    const known = new Set([...readRows(root), ...readThreats(root)].map(row => row.id))
    const unknown = readProofs(root).flatMap(({ ids, title, file }) =>
      ids.filter(id => !known.has(id)).map(id => `${id} in ${file}: ${title}`),
    )
    expect(unknown).toEqual([])
  })

  test('every requirement and every threat has a test', () => {
    const proofs = readProofs(root)
    expect(readThreats(root).map(({ id }) => id)).toEqual(Array.from({ length: 46 }, (_, at) => `T${at + 1}`))
    expect(unprovenRows([...readRows(root), ...readThreats(root)], proofs).map(({ id }) => id)).toEqual([])
  })
})
