/** Tests the caching and retries of lazily loaded files. */
import { expect, test } from 'vitest'
import { cachedImport, lazyFunction } from './lazy.tsx'

/** A file that fails the given number of times before it loads; by default it always fails. */
function failingFile(failures = Number.POSITIVE_INFINITY) {
  let asked = 0
  const file = cachedImport(async () => {
    asked += 1
    if (asked <= failures) throw new Error('gone')
    return 'here'
  })
  return { file, asked: () => asked }
}

test('does not fetch a loaded file again', async () => {
  const { file, asked } = failingFile(0)
  await expect(file()).resolves.toBe('here')
  expect(file()).toBe(file())
  expect(asked()).toBe(1)
})

test('[SHELL-14] fetches a file when it is needed after its prefetch failed', async () => {
  const { file, asked } = failingFile(1)
  await expect(file()).rejects.toThrow('gone')
  await expect(file()).resolves.toBe('here')
  expect(asked()).toBe(2)
})

test('requests a missing file only twice, however often it is needed', async () => {
  const { file, asked } = failingFile()
  for (let wanted = 0; wanted < 5; wanted += 1) await expect(file()).rejects.toThrow('gone')
  expect(asked()).toBe(2)
})

test('runs a function of a prefetched file once the file is loaded', async () => {
  let asked = 0
  const fetchFile = async () => {
    asked += 1
    return { twice: async (number: number) => number * 2 }
  }
  const twice = lazyFunction(fetchFile, file => file.twice, 0)
  expect(asked).toBe(1)
  expect([await twice(2), await twice(3)]).toEqual([4, 6])
  expect(asked).toBe(1)
})

test('[SHELL-14] returns the fallback for a missing file, and passes on errors of the function itself', async () => {
  const gone = lazyFunction<{ act(): Promise<string> }, [], string>(
    () => Promise.reject(new Error('gone')),
    file => file.act,
    'failed',
  )
  await expect(gone()).resolves.toBe('failed')
  const broken = lazyFunction(
    async () => ({ act: () => Promise.reject<string>(new Error('broken')) }),
    file => file.act,
    'failed',
  )
  await expect(broken()).rejects.toThrow('broken')
})
