/** Tests that the linter sees a compare-and-set whose result is ignored. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransactionRepositories } from '#db/repositories.ts'

type Boolean<F> = F extends (...given: never[]) => Promise<infer R>
  ? R extends boolean
    ? true
    : never
  : never
type CompareAndSet = {
  [K in keyof TransactionRepositories]: Boolean<TransactionRepositories[K]> extends never ? never : K
}[keyof TransactionRepositories]

/** Every repository function that returns a boolean; a missing or a wrong name does not compile. */
const compareAndSets: Readonly<Record<CompareAndSet, true>> = {
  acquireBindLease: true,
  anonymiseQuote: true,
  attachCardSession: true,
  createBindAttempt: true,
  expireUnopenedPayment: true,
  insertPayment: true,
  assignPartner: true,
  recordRefundSent: true,
  transitionBindAttempt: true,
  transitionPayment: true,
  recordBindSent: true,
  rotateSession: true,
  saveRatedQuote: true,
  setQuoteStatus: true,
  spendCaptchaPass: true,
  spendCaptchaToken: true,
  updateAnswers: true,
  updateQuoteAtVersion: true,
  updateUnpricedQuote: true,
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openroad-lint-'))
  const plugins = [join(process.cwd(), 'test/conventions/compare-and-set.grit')]
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins }))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** How many results are ignored in this body of a function, as the linter counts them. */
function ignoredIn(statements: readonly string[]): number {
  const file = join(folder, 'planted.ts')
  writeFileSync(file, `export async function f(tx) {\n${statements.join('\n')}\n}\n`)
  const { stdout, stderr } = spawnSync('biome', ['lint', '--max-diagnostics=none', file], {
    cwd: folder,
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`.split('compare-and-set is ignored').length - 1
}

it('the linter sees every compare-and-set whose result is ignored, and none that is used', () => {
  const names = Object.keys(compareAndSets)
  expect(ignoredIn(names.map(name => `await tx.${name}('id')`))).toBe(names.length)
  expect(ignoredIn(names.map(name => `if (await tx.${name}('id')) return`))).toBe(0)
  expect(ignoredIn(names.map(name => `assertUpdated(await tx.${name}('id'), 'row')`))).toBe(0)
})
