import { expect, test } from 'vitest'
import { cachedImport, lazyFunction } from './lazy.tsx'

/** A file that fails the given number of times before it loads; by default it always fails. */
function world(failures = Number.POSITIVE_INFINITY) {
  let asked = 0
  const file = cachedImport(async () => {
    asked += 1
    if (asked <= failures) throw new Error('gone')
    return 'here'
  })
  return { file, asked: () => asked }
}

test('a file that has come is not fetched again', async () => {
  const { file, asked } = world(0)
  await expect(file()).resolves.toBe('here')
  expect(file()).toBe(file())
  expect(asked()).toBe(1)
})

test('[SHELL-14] a file that failed ahead of need is fetched when it is wanted', async () => {
  const { file, asked } = world(1)
  await expect(file()).rejects.toThrow('gone')
  await expect(file()).resolves.toBe('here')
  expect(asked()).toBe(2)
})

test('a file that is gone is asked for twice, however often it is wanted', async () => {
  const { file, asked } = world()
  for (let wanted = 0; wanted < 5; wanted += 1) await expect(file()).rejects.toThrow('gone')
  expect(asked()).toBe(2)
})

test('what a file does is done once it has come, from the moment it was asked for ahead', async () => {
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

test('[SHELL-14] what a file does that is gone ends as said, and what fails in it fails', async () => {
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
