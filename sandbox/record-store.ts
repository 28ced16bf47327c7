/** The records of a sandbox partner: a map in memory, and a file with a line of JSON for each change. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'

export interface RecordStore<T> {
  all(): T[]
  find(id: string): T | undefined
  /** Adds or replaces the record with this id. */
  save(record: T): T
}

/** Only one process may use a folder. */
export function openRecordStore<T extends { readonly id: string }>(
  dir: string,
  name: string,
  shape: z.ZodType<T>,
): RecordStore<T> {
  const file = join(dir, `${name}.jsonl`)
  const records = new Map<string, T>()
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  for (const line of lines) {
    const record = shape.parse(JSON.parse(line))
    records.set(record.id, record)
  }
  return {
    all: () => [...records.values()],
    find: id => records.get(id),
    save(record) {
      appendFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 })
      records.set(record.id, record)
      return record
    },
  }
}
