/**
 * The sandbox server: all partners of the product, simulated over real HTTP in the real partners' protocols.
 * sandbox/main.ts runs it as a process beside the server; tests run it in their own process.
 */
import { join } from 'node:path'
import Fastify from 'fastify'
import type { IdempotencyMode } from '#partners/insurer/port.ts'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { addressService } from './address-service.ts'
import { type Faults, installFaults } from './faults.ts'
import { type SandboxInsurerOptions, sandboxInsurer } from './insurer/routes.ts'
import { mailboxPlugin } from './mailbox.ts'
import { stripeCheckoutSandbox } from './stripe-checkout/stripe-checkout.ts'
import { vehicleRegister } from './vehicle-register.ts'
import { windcaveSandbox } from './windcave/windcave.ts'

export interface SandboxOptions {
  /** Default: any free port. A fixed port keeps open payment pages alive over a restart. */
  readonly port?: number
  /** The address to listen on; default: this machine only. */
  readonly host?: string
  /** The address for browsers, if it differs from the one it listens on. */
  readonly publicOrigin?: string
  /** The folder of the stored e-mails; without it there is no mailbox. */
  readonly mailboxDir?: string
  /** The folder of the card gateways' sessions. */
  readonly cardDir: string
  /** The sandbox insurer's directory and idempotency support; without it there is no sandbox insurer. */
  readonly insurer?: Pick<SandboxInsurerOptions, 'dir' | 'idempotency'>
  readonly now: () => Date
  readonly faults?: Faults
  readonly noticePausesMs?: readonly number[]
  readonly slowPlateMs?: number
}

export interface Sandbox {
  /** 'http://127.0.0.1:40123' */
  readonly origin: string
  close(): Promise<void>
}

/** The folders of a sandbox inside a data folder. The server's e-mail adapter writes to the mailbox. */
export const sandboxFolders = (dataDir: string, idempotency: IdempotencyMode = 'none') => ({
  mailboxDir: join(dataDir, 'mailbox'),
  cardDir: join(dataDir, 'card-sessions'),
  insurer: { dir: join(dataDir, 'insurer'), idempotency },
})

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { cardDir, now, faults, noticePausesMs, slowPlateMs } = options
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 64 * 1024 })
  const listening = { origin: '' }
  const gateway = {
    origin: () => options.publicOrigin ?? listening.origin,
    now,
    faults,
    noticePausesMs,
  }
  if (faults) installFaults(app, faults)
  await app.register(windcaveSandbox, { ...sandboxKeys.card, ...gateway, dir: cardDir })
  await app.register(stripeCheckoutSandbox, {
    ...sandboxKeys.checkout,
    ...gateway,
    dir: join(cardDir, 'checkout'),
    webhookPath: '/edge/notices/stripe',
  })
  await app.register(vehicleRegister, { ...sandboxKeys.vehicle, slowPlateMs })
  await app.register(addressService, sandboxKeys.address)
  if (options.insurer) await app.register(sandboxInsurer, { ...options.insurer, ...sandboxKeys.insurer, now })
  if (options.mailboxDir) await app.register(mailboxPlugin, { dir: options.mailboxDir })
  listening.origin = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
  return { origin: listening.origin, close: () => app.close() }
}
