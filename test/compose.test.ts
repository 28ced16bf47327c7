/** Tests that the settings of nodes and partners in deploy/compose.yaml match, without a container engine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { windcave } from '#partners/payment/windcave.ts'
import { parseConfig } from '#server/config.ts'
import { cardRequest } from './card-adapters.ts'
import { read, root } from './conventions/repository-files.ts'
import { temporaryDir } from './sandbox.ts'

const composeFile = read('deploy/compose.yaml')

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
  const local = ['--host', '127.0.0.1', '--port', '0', '--folder', await temporaryDir()]
  const program = ['--disable-warning=ExperimentalWarning', ...given, ...local]
  const partners = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void partners.kill('SIGKILL'))
  const [said] = await once(createInterface({ input: partners.stdout }), 'line')
  const listening = /listening at (\S+)$/.exec(said)?.[1] ?? ''

  const cards = windcave({ ...payment, url: `${listening}/api/v1` })
  const made = await cards.createSession(cardRequest)
  expect(made.outcome === 'created' && new URL(made.pageUrl).origin).toBe(payment.pageOrigin)
  partners.kill('SIGTERM')
  expect(await once(partners, 'exit')).toEqual([0, null])
})
