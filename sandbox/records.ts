/**
 * The records of a sandbox partner: a map in memory, and a file of JSON lines with every change, from which the next
 * start reads the map.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export interface Records<T> extends Pick<ReadonlyMap<string, T>, 'get' | 'values'> {
  set(key: string, record: T): void
}

/** Only one process may use a folder. */
export function openRecords<T>(dir: string, name: string, shape: z.ZodType<T>): Records<T> {
  const file = join(dir, `${name}.jsonl`)
  const line = z.tuple([z.string(), shape])
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const written = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const records = new Map(written.map(text => line.parse(JSON.parse(text))))
  return {
    get: key => records.get(key),
    values: () => records.values(),
    set(key, record) {
      appendFileSync(file, `${JSON.stringify([key, record])}\n`, { mode: 0o600 })
      records.set(key, record)
    },
  }
}
