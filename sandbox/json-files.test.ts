/** Tests of the sandbox's JSON files: writes are atomic, and only the first writer of a file succeeds. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryDir } from '#test/sandbox.ts'
import { jsonFiles } from './json-files.ts'

test('one of many concurrent writers of a file succeeds, and all read its content', async () => {
  const dir = join(await temporaryDir(), 'new')
  const both = [await jsonFiles(dir), await jsonFiles(dir)]
  const written = await Promise.all(
    Array.from({ length: 20 }, (_, number) => both[number % 2]?.create('fact', number)),
  )
  expect(written.filter(Boolean)).toHaveLength(1)
  expect(await both[0]?.read('fact', z.number())).toBe(written.indexOf(true))
  expect(await readdir(dir)).toEqual(['fact.json'])
})

test('replaces files atomically, reads a missing file as null, and finds names by their ending', async () => {
  const files = await jsonFiles(await temporaryDir())
  expect(await files.read('a.challenge', z.number())).toBeNull()
  await files.replace('a.challenge', 1)
  await files.replace('a.challenge', 2)
  await files.create('b.ending', 3)
  expect(await files.read('a.challenge', z.number())).toBe(2)
  expect(await files.names('.ending')).toEqual(['b.ending'])
})
