/** Builds the state book's script. It takes under a second, so it runs each time the book is opened. */
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

export async function buildStateBook(): Promise<void> {
  await build({ root, configFile: join(root, 'states/vite.config.ts') })
}
