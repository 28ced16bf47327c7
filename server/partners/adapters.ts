/** Selects the adapter behind each port from the configuration. This is the only file that names adapters. */
import { join } from 'node:path'
import type { Database } from '#db/client.ts'
import { addressStore } from '#db/repositories/address-book.ts'
import { embeddedInsurerRepository } from '#db/repositories/embedded-insurer.ts'
import { countEvent, undoCountEvent } from '#db/repositories/rate-counters.ts'
import { addressBook } from '#partners/address/address-book.ts'
import { addressfinder } from '#partners/address/addressfinder.ts'
import type { AddressService } from '#partners/address/port.ts'
import { noCaptcha } from '#partners/captcha/no-captcha.ts'
import type { Captcha } from '#partners/captcha/port.ts'
import { proofOfWork } from '#partners/captcha/proof-of-work.ts'
import { recaptcha } from '#partners/captcha/recaptcha.ts'
import { withCircuitBreaker } from '#partners/captcha/with-circuit-breaker.ts'
import { embeddedCatalogue, embeddedInsurer } from '#partners/insurer/embedded.ts'
import { catalogueOverHttp } from '#partners/insurer/http-catalogue.ts'
import { insurerOverHttp } from '#partners/insurer/http-insurer.ts'
import { mailboxCarrier } from '#partners/mail/mailbox.ts'
import { smtp } from '#partners/mail/smtp.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import { windcave } from '#partners/payment/windcave.ts'
import { carjam } from '#partners/vehicle/carjam.ts'
import type { VehicleRegister } from '#partners/vehicle/port.ts'
import { withCache } from '#partners/vehicle/with-cache.ts'
import { type Sandbox, type SandboxOptions, sandboxKeys, startSandbox } from '#sandbox/server.ts'
import type { Config } from '#server/config.ts'
import { hmac, type Keys } from '#server/lib/crypto.ts'
import { minuteMs } from '#server/lib/durations.ts'
import { usesSandbox } from './partners-config.ts'

/** A look-up may take this long before the visitor is told that the register does not answer. */
const registerTimeoutMs = 15_000

/** At SANDBOX_PORT, or any free one when somebody else has it; null where every partner is a real one. */
export async function createSandbox(
  config: Config,
  mailboxDir: string,
  now: () => Date,
  replaced: Partial<SandboxOptions> = {},
): Promise<Sandbox | null> {
  if (!usesSandbox(config)) return null
  const options = {
    port: config.sandboxPort,
    mailboxDir,
    cardDir: join(config.dataDir, 'card-sessions'),
    ...(config.insurer.kind === 'sandbox' && {
      insurer: { dir: join(config.dataDir, 'insurer'), knows: config.insurer.knows },
    }),
    now,
    ...replaced,
  }
  try {
    return await startSandbox(options)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    return startSandbox({ ...options, port: 0 })
  }
}

export function createCaptcha({ captcha }: Config, keys: Keys, now: () => Date): Captcha {
  if (captcha.kind === 'off') return noCaptcha
  if (captcha.kind === 'proof-of-work')
    return proofOfWork({ key: hmac(keys, 'captcha'), now, attempts: captcha.attempts })
  const { secret: invisibleSecret, visibleSecret } = captcha
  return withCircuitBreaker(recaptcha({ invisibleSecret, visibleSecret, now }), now)
}

function addressesOf(address: Config['address'], sandboxOrigin: string, database: Database): AddressService {
  if (address.kind === 'address-book') return addressBook(addressStore(database.kysely))
  if (address.kind === 'sandbox') return addressfinder({ origin: sandboxOrigin, ...sandboxKeys.address })
  const { url: origin, key, secret } = address satisfies { kind: 'addressfinder' }
  return addressfinder({ origin, key, secret })
}

/**
 * Takes one request to the register from the day's quota, which all nodes share; false when it is used up. Who gets around
 * the limits of sessions and addresses still cannot run up the register's fees (T20). What is not sent is not counted.
 */
async function takeFromQuota({ kysely }: Database, aDay: number, at: Date): Promise<boolean> {
  if ((await countEvent(kysely, 'register', 'day', at)) <= aDay) return true
  await undoCountEvent(kysely, 'register', 'day', at)
  return false
}

/** What was looked up lately costs nothing, and is not counted. The sandbox's plates behave anew a minute later. */
function registerOf(
  vehicle: Config['vehicle'],
  sandboxOrigin: string,
  database: Database,
  now: () => Date,
): VehicleRegister {
  const timeoutMs = registerTimeoutMs
  if (vehicle.kind === 'sandbox')
    return withCache(carjam({ origin: sandboxOrigin, ...sandboxKeys.vehicle, timeoutMs }), now, minuteMs)
  const { url: origin, key, lookUpsADay: aDay } = vehicle satisfies { kind: 'carjam' }
  const quota = aDay === null ? {} : { mayAsk: () => takeFromQuota(database, aDay, now()) }
  return withCache(carjam({ origin, key, timeoutMs, ...quota }), now)
}

function insurerOf(insurer: Config['insurer'], sandboxOrigin: string, database: Database, now: () => Date) {
  if (insurer.kind === 'embedded')
    return {
      insurer: embeddedInsurer(embeddedInsurerRepository(database.kysely), now),
      catalogue: embeddedCatalogue,
    }
  const options = {
    ...(insurer.kind === 'http'
      ? { baseUrl: insurer.url, key: insurer.key }
      : { baseUrl: `${sandboxOrigin}/api/insurer`, ...sandboxKeys.insurer }),
    knows: insurer.knows,
    quietMs: insurer.quietSeconds * 1000,
  }
  return { insurer: insurerOverHttp(options), catalogue: catalogueOverHttp(options) }
}

/** Stripe's library takes a sixth of a second to load, so it is loaded only where it is the choice. */
async function cardsOf(
  payment: Config['payment'],
  sandboxOrigin: string,
  now: () => Date,
): Promise<CardPayments> {
  if (payment.kind === 'sandbox')
    return windcave({ baseUrl: `${sandboxOrigin}/api/v1`, ...sandboxKeys.card, pageOrigins: [sandboxOrigin] })
  if (payment.kind === 'windcave')
    return windcave({
      baseUrl: payment.url,
      username: payment.username,
      apiKey: payment.apiKey,
      pageOrigins: [payment.pageOrigin],
    })
  const { stripe } = await import('#partners/payment/stripe.ts')
  if (payment.kind === 'stripe')
    return stripe({ ...payment, baseUrl: payment.url, pageOrigins: [payment.pageOrigin], now })
  payment satisfies { kind: 'stripe-sandbox' }
  const { secretKey, webhookSecret } = sandboxKeys.checkout
  return stripe({
    baseUrl: sandboxOrigin,
    secretKey,
    webhookSecrets: [webhookSecret],
    pageOrigins: [sandboxOrigin],
    now,
  })
}

function mailOf(mail: Config['mail'], mailboxDir: string, now: () => Date) {
  if (mail.kind === 'sandbox') return { mail: mailboxCarrier({ dir: mailboxDir, now }), closeMail: () => {} }
  const { url } = mail satisfies { kind: 'smtp' }
  const carrier = smtp({ url })
  return { mail: carrier, closeMail: () => carrier.close() }
}

/** Every partner but the captcha; `closeMail` hangs up on the mail server. */
export async function createPartners(
  config: Config,
  sandboxOrigin: string,
  mailboxDir: string,
  now: () => Date,
  database: Database,
) {
  const { insurer, payment, vehicle, address, mail } = config
  return {
    ...insurerOf(insurer, sandboxOrigin, database, now),
    cards: await cardsOf(payment, sandboxOrigin, now),
    register: registerOf(vehicle, sandboxOrigin, database, now),
    addresses: addressesOf(address, sandboxOrigin, database),
    ...mailOf(mail, mailboxDir, now),
  }
}
