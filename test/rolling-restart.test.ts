/** Tests of a rolling release during purchases; `npm run bench -- restarts` does it fifty times. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createClient } from './client.ts'
import { testDatabase } from './database.ts'
import { bindBody, createRatedQuote } from './purchase.ts'
import { startRollingNodes } from './rolling-nodes.ts'
import { temporaryDir } from './sandbox.ts'

const restarts = 2

it('[INFRA-02] [PAY-11] no call fails and every policy is issued while two nodes are restarted in turn', async () => {
  const database = await testDatabase()
  const dataDir = await temporaryDir()
  const rolling = await startRollingNodes({ DATABASE_URL: database.url, DATA_DIR: dataDir })
  let over = false
  let bought = 0
  const customer = async () => {
    while (!over) {
      // Fewer purchases while a node starts and needs the processors.
      await delay(rolling.isStarting() ? 1_000 : 200)
      const client = createClient(rolling.origin)
      const page = await client.request('/vehicle')
      expect(page.status).toBe(200)
      const quote = await createRatedQuote(client)
      ;(await client.call('quoteBind', { body: bindBody(quote) })).ok()
      bought += 1
    }
  }
  try {
    const customers = Promise.all([customer(), customer()])
    const stopped = (async () => {
      for (let restart = 0; restart < restarts; restart += 1) {
        const soFar = bought
        await rolling.replaceOldest()
        await vi.waitFor(() => expect(bought).toBeGreaterThan(soFar), { timeout: 600_000 })
      }
    })().finally(() => {
      over = true
    })
    await Promise.all([stopped, customers])
    const rows = await database.query('select count(*)::int as policies from policy')
    expect(rows[0].policies).toBe(bought)
  } finally {
    over = true
    await rolling.close()
    await database.close()
  }
}, 3_600_000)
