/** `npm run docs`: writes docs/generated/ from the code; with `-- --check` (in `npm test`) fails if a page is outdated. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problems.ts'
import {
  accessPage,
  endpointsPage,
  problemsPage,
  requirementsPage,
  threatsPage,
} from './docs/generated-pages.ts'
import { readProofs, readRows, readThreats } from './docs/requirements.ts'

const root = join(import.meta.dirname, '..')
const generated = join(root, 'docs', 'generated')

const proofs = readProofs(root)
const pages = {
  'access.md': accessPage(),
  'calls.md': endpointsPage(endpoints, problems),
  'problems.md': problemsPage(problems, endpoints),
  'requirements.md': requirementsPage(readRows(root), proofs),
  'abuse.md': threatsPage(readThreats(root), proofs),
}

const current = (name: string) => {
  const path = join(generated, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

const changed = Object.entries(pages).filter(([name, page]) => current(name) !== page)

if (process.argv.includes('--check')) {
  if (changed.length > 0) {
    const names = changed.map(([name]) => `docs/generated/${name}`).join(', ')
    console.error(`Out of date: ${names}. Run npm run docs and commit what it writes.`)
    process.exitCode = 1
  }
} else {
  mkdirSync(generated, { recursive: true })
  for (const [name, page] of changed) writeFileSync(join(generated, name), page)
}
