/**
 * Refuses a DATA_DIR that can never be made, before anything tries: below /proc making a folder together with those above
 * it does not fail, it goes on for ever. Whatever else is wrong with a folder says so when it is made (startup-errors.ts).
 */
import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './read-setting.ts'

/** Linux' number for the file system of /proc. */
const procfs = 0x9fa0

export function assertCreatable(dataDir: string): void {
  let nearest = dataDir
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  if (statfsSync(nearest).type === procfs)
    throw new ConfigError(`DATA_DIR is ${dataDir}: nothing can be written below ${nearest}.`)
}
