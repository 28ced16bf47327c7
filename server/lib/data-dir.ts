/**
 * Check at startup that DATA_DIR can be created. Below /proc, a recursive mkdir does not fail but loops
 * forever. startup-errors.ts reports all other errors when the folder is created.
 */
import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './settings.ts'

/** File system type of /proc on Linux (PROC_SUPER_MAGIC). */
const procfs = 0x9fa0

export function assertCreatable(dataDir: string): void {
  let nearest = dataDir
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  if (statfsSync(nearest).type === procfs)
    throw new ConfigError(`DATA_DIR is ${dataDir}: nothing can be written below ${nearest}.`)
}
