/** Tests that the settings of nodes and partners in deploy/compose.yaml match, without a container engine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { windcave } from '#partners/payment/windcave.ts'
import { parseConfig } from '#server/config.ts'
import { temporaryDir } from './sandbox.ts'

const root = join(import.meta.dirname, '..')
const composeFile = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')

/** The nodes' settings, with values for those that the operator sets. */
function settings(): Record<string, string> {
  const block = (/environment: &settings((?:\n +[A-Z_]+:.*)+)/.exec(composeFile)?.[1] ?? '').replace(
    /\$\{\w+:\?[^}]*\}/g,
    'given',
  )
  return Object.fromEntries(
    [...block.matchAll(/([A-Z_]+): *"?([^"\n]*)"?/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

test('[INFRA-04] the services of the compose file depend on services that exist', () => {
  const { services } = parse(composeFile, { merge: true }) as {
    services: Record<string, { depends_on?: string[] | Record<string, object>; network_mode?: string }>
  }
  const needed = Object.values(services).flatMap(({ depends_on: on = [], network_mode: network }) => [
    ...(Array.isArray(on) ? on : Object.keys(on)),
    ...(network === undefined ? [] : [network.replace('service:', '')]),
  ])
  expect(Object.keys(services)).toEqual(expect.arrayContaining(needed))
})

test('[PAY-07] the compose file gives both nodes the same card gateway, with a URL that browsers can open', async () => {
  const own = Buffer.alloc(32, 1).toString('base64')
  const { payment, dataDir } = parseConfig({ ...settings(), JWT_KEY: own, PII_KEYS: `1:${own}` })
  if (payment.kind !== 'windcave') throw new Error('the nodes have a card gateway each')
  expect(composeFile).toContain(`volumes: ["mails:${dataDir}"]`)

  const given = /command: \[node, (sandbox\/main\.ts, .+)\]/
    .exec(composeFile)?.[1]
    ?.replaceAll('"', '')
    .split(', ')
  if (!given) throw new Error('the card gateway of both nodes is not started')
  const partners = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...given,
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--folder',
      await temporaryDir(),
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void partners.kill('SIGKILL'))
  const [said] = await once(createInterface({ input: partners.stdout }), 'line')
  const listening = /listening at (\S+)$/.exec(said)?.[1] ?? ''

  const cards = windcave({ ...payment, url: `${listening}/api/v1` })
  const shop = 'http://shop.localhost'
  const made = await cards.createSession({
    idempotencyKey: 'one',
    amountCents: 85_950,
    currency: 'NZD',
    seller: 'Openroad',
    reference: 'OR-1234',
    schemes: ['VISA'],
    threeDSecure: true,
    instalments: null,
    urls: { approved: shop, declined: shop, cancelled: shop, notification: shop },
  })
  expect(made.outcome === 'created' && new URL(made.pageUrl).origin).toBe(payment.pageOrigin)
  partners.kill('SIGTERM')
  expect(await once(partners, 'exit')).toEqual([0, null])
})
