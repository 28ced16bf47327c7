/** JSON files with atomic writes, in which the sandbox's partners store their data, and the refunds of a payment. */
import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'

export interface JsonFiles {
  /** False if the file already exists; it is not changed. */
  create(name: string, value: unknown): Promise<boolean>
  replace(name: string, value: unknown): Promise<void>
  /** Null if the file does not exist. */
  read<T>(name: string, shape: z.ZodType<T>): Promise<T | null>
  /** Names of all files with this ending. */
  names(ending: string): Promise<string[]>
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** File names must not contain a path: the routes check names that come from requests. */
export async function jsonFiles(dir: string): Promise<JsonFiles> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const at = (name: string) => path.join(dir, `${name}.json`)

  async function written(value: unknown): Promise<string> {
    const draft = path.join(dir, `${randomUUID()}.draft`)
    await writeFile(draft, JSON.stringify(value), { mode: 0o600 })
    return draft
  }

  return {
    async create(name, value) {
      const draft = await written(value)
      try {
        await link(draft, at(name))
        return true
      } catch (error) {
        if (isCode(error, 'EEXIST')) return false
        throw error
      } finally {
        await rm(draft, { force: true })
      }
    },
    replace: async (name, value) => rename(await written(value), at(name)),
    async read(name, shape) {
      try {
        return shape.parse(JSON.parse(await readFile(at(name), 'utf8')))
      } catch (error) {
        if (isCode(error, 'ENOENT')) return null
        throw error
      }
    },
    async names(ending) {
      const tail = `${ending}.json`
      return (await readdir(dir))
        .filter(name => name.endsWith(tail))
        .map(name => name.slice(0, -'.json'.length))
    },
  }
}

const nameOf = (paymentId: string, number: number) => `${paymentId}.${number}.refund`

/** The refunds of one payment, oldest first. */
export async function findRefunds<T>(files: JsonFiles, paymentId: string, shape: z.ZodType<T>): Promise<T[]> {
  const booked: T[] = []
  for (;;) {
    const next = await files.read(nameOf(paymentId, booked.length + 1), shape)
    if (next === null) return booked
    booked.push(next)
  }
}

/** Stores a refund, or returns the earlier one with its id; null if it would exceed the payment. */
export async function recordRefund<T extends { readonly id: string }>(
  files: JsonFiles,
  paid: { readonly id: string; readonly amountCents: number },
  wanted: T,
  { shape, centsOf }: { readonly shape: z.ZodType<T>; readonly centsOf: (refund: T) => number },
): Promise<T | null> {
  for (;;) {
    const booked = await findRefunds(files, paid.id, shape)
    const earlier = booked.find(({ id }) => id === wanted.id)
    if (earlier) return earlier
    const cents = [...booked, wanted].reduce((sum, refund) => sum + centsOf(refund), 0)
    if (cents > paid.amountCents) return null
    // Tries again if a concurrent refund took this number.
    if (await files.create(nameOf(paid.id, booked.length + 1), wanted)) return wanted
  }
}
