/**
 * The sandbox server: all partners of the product, simulated over real HTTP in the real partners' protocols.
 * sandbox/main.ts runs it as a process beside the server; tests run it in their own process.
 */
import { join } from 'node:path'
import Fastify from 'fastify'
import type { IdempotencyMode } from '#partners/insurer/port.ts'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { addressServiceSandbox } from './address-service.ts'
import { type FaultSelector, installFaults } from './faults.ts'
import { insurerSandbox, openInsurerStore, type SoldPolicy } from './insurer/insurer.ts'
import { mailboxPlugin } from './mailbox-pages.ts'
import { stripeCheckoutSandbox } from './stripe-checkout/stripe-checkout.ts'
import { vehicleRegisterSandbox } from './vehicle-register.ts'
import { type CardSession, openWindcaveStore, windcaveSandbox } from './windcave/windcave.ts'

export interface SandboxOptions {
  /** The folder of all records. Its `mailbox` is where the server's e-mail adapter stores messages. */
  readonly dataDir: string
  /** Default: any free port. A fixed port keeps open payment pages alive over a restart. */
  readonly port?: number
  /** The address to listen on; default: this machine only. */
  readonly host?: string
  /** The address for browsers, if it differs from the one it listens on. */
  readonly publicOrigin?: string | undefined
  /** The sandbox insurer's idempotency support; default: none. */
  readonly idempotency?: IdempotencyMode | undefined
  readonly now?: () => Date
  readonly faults?: FaultSelector
  readonly retryPausesMs?: readonly number[]
  readonly slowPlateMs?: number
}

export interface Sandbox {
  /** 'http://127.0.0.1:40123' */
  readonly origin: string
  /** All policies that the sandbox insurer issued, for tests. */
  soldPolicies(): readonly SoldPolicy[]
  /** All sessions of the Windcave sandbox, for tests. */
  cardSessions(): readonly CardSession[]
  close(): Promise<void>
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, port = 0, host = '127.0.0.1', idempotency = 'none', now = () => new Date() } = options
  const { faults, retryPausesMs, slowPlateMs } = options
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 64 * 1024 })
  const listening = { origin: '' }
  const origin = () => options.publicOrigin ?? listening.origin
  const gateway = { origin, now, faults, retryPausesMs }
  const dir = join(dataDir, 'sandbox')
  const cards = openWindcaveStore(dir, now)
  const insurer = openInsurerStore(dir, idempotency)
  if (faults) installFaults(app, faults)
  await app.register(windcaveSandbox, { ...sandboxKeys.card, ...gateway, store: cards })
  await app.register(stripeCheckoutSandbox, { ...sandboxKeys.checkout, ...gateway, dir })
  await app.register(vehicleRegisterSandbox, { ...sandboxKeys.vehicle, slowPlateMs })
  await app.register(addressServiceSandbox, sandboxKeys.address)
  await app.register(insurerSandbox, { ...sandboxKeys.insurer, store: insurer, idempotency, now })
  await app.register(mailboxPlugin, { dir: join(dataDir, 'mailbox') })
  listening.origin = await app.listen({ port, host })
  return {
    origin: listening.origin,
    soldPolicies: insurer.soldPolicies,
    cardSessions: cards.sessions.all,
    close: () => app.close(),
  }
}
