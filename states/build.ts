/** Builds the state book's script; under a second, so it is made anew whenever somebody opens the book. */
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

export async function buildStateBook(): Promise<void> {
  await build({ root, configFile: join(root, 'states/vite.config.ts') })
}
