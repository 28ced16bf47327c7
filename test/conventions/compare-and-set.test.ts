/** Tests that the linter sees a compare-and-set whose result is ignored. */
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { TransactionRepositories } from '#db/repositories.ts'
import { temporaryDir } from '#test/sandbox.ts'

type CompareAndSet = {
  [K in keyof TransactionRepositories]: TransactionRepositories[K] extends (
    ...given: never[]
  ) => Promise<boolean>
    ? K
    : never
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

it('the linter sees every compare-and-set whose result is ignored, and none that is used', async () => {
  const folder = await temporaryDir()
  const plugins = [join(process.cwd(), 'test/conventions/compare-and-set.grit')]
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ plugins }))
  /** How many results are ignored in this body of a function, as the linter counts them. */
  async function ignoredIn(statements: readonly string[]): Promise<number> {
    const file = join(folder, 'planted.ts')
    await writeFile(file, `export async function f(tx) {\n${statements.join('\n')}\n}\n`)
    const options = { cwd: folder, encoding: 'utf8' } as const
    const { stdout, stderr } = spawnSync('biome', ['lint', '--max-diagnostics=none', file], options)
    return `${stdout}${stderr}`.split('compare-and-set is ignored').length - 1
  }
  const names = Object.keys(compareAndSets)
  expect(await ignoredIn(names.map(name => `await tx.${name}('id')`))).toBe(names.length)
  expect(await ignoredIn(names.map(name => `if (await tx.${name}('id')) return`))).toBe(0)
  expect(await ignoredIn(names.map(name => `assertUpdated(await tx.${name}('id'), 'row')`))).toBe(0)
})
