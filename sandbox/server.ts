/**
 * The sandbox server: all partners of the product, simulated over real HTTP in the real partners'
 * protocols. Development, demonstrations and tests use it; production refuses it unless configured to
 * allow it.
 */
import { join } from 'node:path'
import Fastify from 'fastify'
import { addressService } from './address-service.ts'
import { type Faults, installFaults } from './faults.ts'
import { type SandboxInsurerOptions, sandboxInsurer } from './insurer/insurer.ts'
import { mailbox } from './mailbox.ts'
import { checkout } from './stripe-checkout/stripe-checkout.ts'
import { vehicleRegister } from './vehicle-register.ts'
import { cardGateway } from './windcave/windcave.ts'

export interface SandboxOptions {
  /** A free one unless given. A fixed port keeps open payment pages alive over a restart. */
  readonly port?: number
  /** The host to listen on; default: this machine only. */
  readonly host?: string
  /** Where browsers find it, when that is not where it listens. */
  readonly publicOrigin?: string
  /** Where the e-mails lie; without it there is no mailbox here. */
  readonly mailboxDir?: string
  /** Where the card gateways keep their sessions. */
  readonly cardDir: string
  /** The sandbox insurer's directory and idempotency support; without it there is no sandbox insurer. */
  readonly insurer?: Pick<SandboxInsurerOptions, 'dir' | 'knows'>
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

/** Who may call the sandbox. It moves no money, so these are no secrets. */
export const sandboxKeys = {
  card: { username: 'sandbox', apiKey: 'sandbox-card-key' },
  checkout: { secretKey: 'sandbox-checkout-key', webhookSecret: 'sandbox-checkout-webhook' },
  vehicle: { key: 'sandbox-vehicle-key' },
  insurer: { key: 'sandbox-insurer-key' },
  address: { key: 'sandbox-address-key', secret: 'sandbox-address-secret' },
} as const

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { now, faults, noticePausesMs, slowPlateMs } = options
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 64 * 1024 })
  const listening = { origin: '' }
  const origin = () => options.publicOrigin ?? listening.origin
  const told = { ...(faults ? { faults } : {}), ...(noticePausesMs ? { noticePausesMs } : {}) }
  if (faults) installFaults(app, faults)
  await app.register(cardGateway, {
    ...sandboxKeys.card,
    dir: options.cardDir,
    origin,
    now,
    ...told,
  })
  await app.register(checkout, {
    ...sandboxKeys.checkout,
    dir: join(options.cardDir, 'checkout'),
    webhookPath: '/edge/notices/stripe',
    origin,
    now,
    ...told,
  })
  await app.register(vehicleRegister, {
    ...sandboxKeys.vehicle,
    ...(slowPlateMs === undefined ? {} : { slowPlateMs }),
  })
  await app.register(addressService, sandboxKeys.address)
  if (options.insurer) await app.register(sandboxInsurer, { ...options.insurer, ...sandboxKeys.insurer, now })
  if (options.mailboxDir) await app.register(mailbox, { dir: options.mailboxDir })
  listening.origin = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
  return { origin: listening.origin, close: () => app.close() }
}
