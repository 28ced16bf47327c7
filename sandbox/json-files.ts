/** JSON files with atomic writes, in which the sandbox's partners store their data. */
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
