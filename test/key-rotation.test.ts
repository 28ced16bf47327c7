/** Tests of key rotation during purchases, and of a missing key at start. */
import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { decrypt, loadKeys } from '#server/lib/crypto.ts'
import { ConfigError } from '#server/lib/settings.ts'
import { rotateKeys } from '../scripts/ops/rotate-keys.ts'
import { openOpsContext } from './operations.ts'
import { ratedCustomer } from './purchase.ts'
import { appForTest, openTestApp, type TestApp } from './test-app.ts'

const key = () => randomBytes(32).toString('base64')
const jwt = key()
const [first, second, third] = [`1:${key()}`, `2:${key()}`, `3:${key()}`]
const withKeys = (...pii: string[]) => ({ JWT_KEY: jwt, PII_KEYS: pii.join(','), LIMIT_FACTOR: '100' })

it('[EDGE-13] [EDGE-16] two key rotations during purchases leave nothing encrypted with old keys', async () => {
  // Every node gets the new key before any node uses it, as in the runbook.
  const before = await openTestApp({ environment: withKeys(first, second, third) })
  const between = await openTestApp({ environment: withKeys(second, first, third), beside: before })
  const after = await openTestApp({ environment: withKeys(third, second, first), beside: before })
  try {
    const bought = [0, 0, 0]
    let buying = true
    const buy = async (world: TestApp, node: number) => {
      while (buying) {
        const { bind } = await ratedCustomer(world)
        ;(await bind()).ok()
        bought[node] = (bought[node] ?? 0) + 1
      }
    }
    const buyers = [before, between, after].map(buy)
    const { context: shared, close } = await openOpsContext(before, before.database)
    const rotate = async (...pii: string[]) => {
      const keys = loadKeys({ keys: { jwt, pii: pii.join(',') }, dataDir: '' })
      const context = { ...shared, keys: () => keys }
      // While older nodes still encrypt with the old key, a run may leave some rows; the last run must not.
      await rotateKeys.run(context, {})
      // Every node completes a new purchase, because one in progress may have begun before the run.
      const earlier = [...bought]
      const haveSold = () =>
        earlier.forEach((count, node) => void expect(bought[node]).toBeGreaterThan(count + 1))
      await vi.waitFor(haveSold, { timeout: 120_000 })
      return () => rotateKeys.run(context, {})
    }
    await rotate(second, first)
    const last = await rotate(third, second, first)
    buying = false
    await Promise.all(buyers)
    expect(await last()).toMatchObject({ isWell: true })
    await close()

    const rows = await before.query('select quote_id, encrypted_request from bind_attempt')
    expect(rows).toHaveLength(bought.reduce((sum, count) => sum + count, 0))
    const thirdAlone = loadKeys({ keys: { jwt, pii: third }, dataDir: '' })
    for (const { quote_id: id, encrypted_request: sealed } of rows)
      expect(decrypt(thirdAlone, `bind_attempt|encrypted_request|${id}`, sealed)).toContain(
        '12-3140-0171323-50',
      )
  } finally {
    await Promise.all([between.close(), after.close()])
    await before.close()
  }
})

it('[EDGE-13] a node without a needed key refuses to start, and names the key', async () => {
  const world = await appForTest({ environment: withKeys(first) })
  const { bind } = await ratedCustomer(world)
  ;(await bind()).ok()
  const refused = openTestApp({ environment: withKeys(second), beside: world })
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow('PII_KEYS lacks key 1')
  await appForTest({ environment: withKeys(second, first), beside: world })
})
