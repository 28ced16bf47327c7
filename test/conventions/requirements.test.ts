/** Tests that every requirement has a test, and that test titles contain only known ids. */
import { describe, expect, test } from 'vitest'
import { all, isTest, read, sourceFiles } from './repository-files.ts'

const requirements = all(/^\| ([A-Z]+-\d+) \| .* \|$/gm, read('docs/requirements.md'))
const threats = all(/^\| (T\d+) \| .* \|$/gm, read('docs/threats.md'))

const id = '(?:[A-Z]{2,}-\\d{2,}|T\\d{1,2})'
// A title begins with its ids: '[CAR-10] …', '[CAR-10, CAR-11] …', or '[CAR-10] [CAR-11] …'.
const openingIds = `(?:\\[${id}(?:[,\\s]+${id})*\\]\\s*)+`
const titles = new RegExp(`(['"\`])(${openingIds})(?:\\\\.|(?!\\1)[^\\\\\\n])*\\1`, 'g')

/** The ids in the titles of all tests, and where they are. */
const proofs = sourceFiles()
  .filter(isTest)
  .flatMap(file =>
    [...read(file).matchAll(titles)].flatMap(([title, , ids = '']) =>
      all(new RegExp(`(${id})`, 'g'), ids).map(id => ({ id, where: `${file}: ${title}` })),
    ),
  )

describe('requirement ids in test titles', () => {
  test('each requirement id is unique', () => {
    expect(requirements.length).toBeGreaterThan(90)
    expect(new Set(requirements).size).toBe(requirements.length)
  })

  test('no title has an unknown id', () => {
    const known = new Set([...requirements, ...threats])
    expect(proofs.filter(({ id }) => !known.has(id))).toEqual([])
  })

  test('every requirement and every threat has a test', () => {
    expect(threats).toEqual(Array.from({ length: 46 }, (_, at) => `T${at + 1}`))
    const proven = new Set(proofs.map(({ id }) => id))
    expect([...requirements, ...threats].filter(id => !proven.has(id))).toEqual([])
  })
})
