/** Tests of file conventions that no linter covers: opening comments, sizes, environment variables, SQL. */
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTest, productFiles, read, sourceFiles } from './repository-files.ts'

const product = productFiles()
const all = sourceFiles()

const breaking = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap(path =>
    read(path)
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )

const maximumLines = 350
const isContent = (path: string) => path.includes('/content/')

// A template literal with a placeholder as an argument of a call that runs SQL text.
const sqlFromPieces = /(?:\.query|\.raw|executeQuery)(?:<[^>]*>)?\(\s*(?:\{\s*text:\s*)?`[^`]*\$\{/

describe('files of the product', () => {
  test('each file opens with a comment', () => {
    expect(product.length).toBeGreaterThan(30)
    expect(product.filter(path => !/^\s*\/\*\*[\s*]*[^\s*/]/.test(read(path)))).toEqual([])
  })

  test(`none is longer than ${maximumLines} lines, content and tests apart`, () => {
    const long = all.filter(path => !isTest(path) && !isContent(path))
    expect(long.filter(path => read(path).trimEnd().split('\n').length > maximumLines)).toEqual([])
  })

  test('a class has the name of its style file in front, and style files have unique names: no class is styled twice', () => {
    const paths = sourceFiles(['web'], /\.css$/).filter(path => dirname(path) !== 'web/styles')
    const names = paths.map(path => basename(path, '.css').replace(/-page$/, ''))
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    const classes = paths.flatMap((path, at) =>
      [...read(path).matchAll(/^\s*\.([a-z][\w-]*)/gm)].map(([, name = '']) => ({
        path,
        name,
        file: names[at],
      })),
    )
    expect(classes.length).toBeGreaterThan(100)
    expect(classes.filter(({ name, file }) => name !== file && !name.startsWith(`${file}-`))).toEqual([])
  })

  test('hover styles apply to mice only, because a touch would leave them behind', () => {
    const unasked = sourceFiles(['web'], /\.css$/).flatMap(path => {
      const lines = read(path).split('\n')
      return lines.flatMap((line, at) =>
        line.includes(':hover') && lines[at - 1]?.trim() !== '@media (hover: hover) {'
          ? [`${path}:${at + 1}: ${line.trim()}`]
          : [],
      )
    })
    expect(unasked).toEqual([])
  })

  test('no file contains a mark of unfinished work', () => {
    expect(breaking(all, /\b(TO\x44O|FIX\x4dE|XX\x58|HA\x43K)\b/)).toEqual([])
  })

  // Folders in package.json's `imports` are imported by name, except from inside them or above.
  test('imports use ./ for files beside or below, and #folder/ for others', () => {
    const named = new Set(Object.keys(JSON.parse(read('package.json')).imports))
    const oddly = all.flatMap(path =>
      [...read(path).matchAll(/(?:\bfrom |\bimport\(|^import )'((?:#|\.\.\/)[^']+)'/gm)]
        .map(([, written = '']) => written)
        .filter(written =>
          written.startsWith('#')
            ? dirname(written.slice(1)) === dirname(path)
            : named.has(`#${normalize(join(dirname(path), written)).split('/')[0]}/*`),
        )
        .map(written => `${path}: ${written}`),
    )
    expect(oddly).toEqual([])
  })

  test('only server/config.ts reads the environment', () => {
    const others = product.filter(path => path !== 'server/config.ts')
    expect(
      breaking(others, /\bprocess\.env\b|import\.meta\.env\.(?!SSR|DEV|PROD)|from 'node:process'/),
    ).toEqual([])
  })

  test('[T28] no SQL is built from text', () => {
    const found = product.filter(path => sqlFromPieces.test(read(path)))
    expect(found).toEqual([])
  })
})
