/** What deploy/compose.yaml tells its nodes and their partners fits together: no engine runs in the tests to show it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { windcave } from '#partners/payment/windcave.ts'
import { readConfig } from '#server/config.ts'
import { temporaryDir } from './sandbox.ts'

const root = join(import.meta.dirname, '..')
const composeFile = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')

/** The settings that follow this line of the compose file, with a value for each that whoever starts it gives. */
function settingsAfter(line: string): Record<string, string> {
  const [, after = ''] = composeFile.split(line)
  const block = /^(?:\n +[A-Z_]+:.*)+/.exec(after)?.[0] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/([A-Z_]+): *"?([^"\n]*)"?/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

test('[PAY-07] the compose file gives both nodes one card gateway, and the browser an address of it that works', async () => {
  const own = Buffer.alloc(32, 1).toString('base64')
  const { payment, dataDir } = readConfig({
    ...settingsAfter('environment: &settings'),
    JWT_KEY: own,
    PII_KEYS: `1:${own}`,
  })
  if (payment.kind !== 'windcave') throw new Error('the nodes have a card gateway each')
  expect(composeFile).toContain(`volumes: ["mails:${dataDir}"]`)

  const gateway = settingsAfter('network_mode: service:proxy\n    environment:')
  expect(payment.pageOrigin).toBe(gateway.ORIGIN)
  const partners = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts'], {
    cwd: root,
    env: { ...gateway, HOST: '127.0.0.1', PORT: '0', DATA_DIR: await temporaryDir() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void partners.kill('SIGKILL'))
  const [said] = await once(createInterface({ input: partners.stdout }), 'line')
  const listening = /listening at (\S+)$/.exec(said)?.[1] ?? ''

  const cards = windcave({ ...payment, baseUrl: `${listening}/api/v1`, pageOrigins: [payment.pageOrigin] })
  const shop = 'http://shop.localhost'
  const made = await cards.createSession({
    idempotencyKey: 'one',
    amountCents: 85_950,
    currency: 'NZD',
    reference: 'OR-1234',
    schemes: ['VISA'],
    threeDSecure: true,
    urls: { approved: shop, declined: shop, cancelled: shop, notification: shop },
  })
  expect(made.outcome === 'created' && new URL(made.pageUrl).origin).toBe(payment.pageOrigin)
  partners.kill('SIGTERM')
  expect(await once(partners, 'exit')).toEqual([0, null])
})
