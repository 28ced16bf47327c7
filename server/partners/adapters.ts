/**
 * Creates the adapter of each partner that the configuration names. This is the only file that imports
 * adapters. `satisfies` at the last branch makes a new kind of partner an error until it has a branch of its own.
 */
import type { Database } from '#db/client.ts'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { embeddedInsurerRepository } from '#db/repositories/embedded-insurer.ts'
import { decrementCounter, incrementCounter } from '#db/repositories/rate-limits.ts'
import { addressBook } from '#partners/address/address-book.ts'
import { addressfinder } from '#partners/address/addressfinder.ts'
import type { AddressService } from '#partners/address/port.ts'
import { type Captcha, noCaptcha } from '#partners/captcha/port.ts'
import { proofOfWork } from '#partners/captcha/proof-of-work.ts'
import { recaptcha, withCircuitBreaker } from '#partners/captcha/recaptcha.ts'
import { embeddedCatalogue, embeddedInsurer } from '#partners/insurer/embedded.ts'
import { catalogueOverHttp, insurerOverHttp } from '#partners/insurer/http-insurer.ts'
import { mailboxSender } from '#partners/mail/mailbox.ts'
import { smtp } from '#partners/mail/smtp.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import { windcave } from '#partners/payment/windcave.ts'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { withCache } from '#partners/vehicle/cache.ts'
import { carjam } from '#partners/vehicle/carjam.ts'
import type { VehicleRegister } from '#partners/vehicle/port.ts'
import type { Config } from '#server/config.ts'
import { hmac, type Keys } from '#server/lib/crypto.ts'
import { minuteMs } from '#server/lib/durations.ts'

/** A look-up may take this long before the visitor is told that the register does not answer. */
const registerTimeoutMs = 15_000

/** The configuration with every sandbox as the real partner it plays, at SANDBOX_URL and with the sandbox's keys. */
function atSandbox({ insurer, payment, vehicle, address, sandboxUrl: url }: Config) {
  const pageOrigin = url
  const { secretKey, webhookSecret } = sandboxKeys.checkout
  return {
    insurer:
      insurer.kind === 'sandbox'
        ? { ...insurer, kind: 'http' as const, url: `${url}/api/insurer`, ...sandboxKeys.insurer }
        : insurer,
    payment:
      payment.kind === 'sandbox'
        ? { kind: 'windcave' as const, url: `${url}/api/v1`, ...sandboxKeys.card, pageOrigin }
        : payment.kind === 'stripe-sandbox'
          ? { kind: 'stripe' as const, url, secretKey, webhookSecrets: [webhookSecret], pageOrigin }
          : payment,
    vehicle:
      vehicle.kind === 'sandbox'
        ? // The sandbox's plates change their behaviour a minute after the first look-up.
          {
            kind: 'carjam' as const,
            url,
            ...sandboxKeys.vehicle,
            lookUpsADay: null,
            cachedMs: minuteMs,
          }
        : vehicle,
    address:
      address.kind === 'sandbox' ? { kind: 'addressfinder' as const, url, ...sandboxKeys.address } : address,
  }
}

type RealPartners = ReturnType<typeof atSandbox>

export function createCaptcha({ captcha }: Config, keys: Keys, now: () => Date): Captcha {
  if (captcha.kind === 'off') return noCaptcha
  if (captcha.kind === 'proof-of-work')
    return proofOfWork({ key: hmac(keys, 'captcha'), now, attempts: captcha.attempts })
  const { secret: invisibleSecret, visibleSecret } = captcha satisfies { kind: 'recaptcha' }
  return withCircuitBreaker(recaptcha({ invisibleSecret, visibleSecret, now }), now)
}

function addressesOf(address: RealPartners['address'], database: Database): AddressService {
  if (address.kind === 'address-book') return addressBook(addressBookRepository(database.kysely))
  const { url: origin, key, secret } = address satisfies { kind: 'addressfinder' }
  return addressfinder({ origin, key, secret })
}

/**
 * Takes one request to the register from the day's quota, which all nodes share; false if it is used up. It limits the
 * register's fees even for a client that gets around the rate limits. A request that is not sent is not counted.
 */
async function takeFromQuota({ kysely }: Database, aDay: number, at: Date): Promise<boolean> {
  if ((await incrementCounter(kysely, 'register', 'day', at)) <= aDay) return true
  await decrementCounter(kysely, 'register', 'day', at)
  return false
}

/** A car that was looked up a short time ago comes from the cache, costs nothing and is not counted. */
function registerOf(vehicle: RealPartners['vehicle'], database: Database, now: () => Date): VehicleRegister {
  const { url: origin, key, lookUpsADay: aDay } = vehicle satisfies { kind: 'carjam' }
  const quota = aDay === null ? {} : { consumeQuota: () => takeFromQuota(database, aDay, now()) }
  const register = carjam({ origin, key, timeoutMs: registerTimeoutMs, ...quota })
  return 'cachedMs' in vehicle ? withCache(register, now, vehicle.cachedMs) : withCache(register, now)
}

function insurerOf(insurer: RealPartners['insurer'], database: Database, now: () => Date) {
  if (insurer.kind === 'embedded')
    return {
      insurer: embeddedInsurer(embeddedInsurerRepository(database.kysely), now),
      catalogue: embeddedCatalogue,
    }
  const { url: baseUrl, key, idempotency, quietSeconds } = insurer satisfies { kind: 'http' }
  const options = { baseUrl, key, idempotency, quietMs: quietSeconds * 1000 }
  return { insurer: insurerOverHttp(options), catalogue: catalogueOverHttp(options) }
}

/** Stripe's library takes a sixth of a second to load, so it is loaded only if it is used. */
async function cardsOf(payment: RealPartners['payment'], now: () => Date): Promise<CardPayments> {
  const options = { ...payment, baseUrl: payment.url, pageOrigins: [payment.pageOrigin] }
  if (options.kind === 'windcave') return windcave(options)
  const { stripe } = await import('#partners/payment/stripe.ts')
  return stripe({ ...(options satisfies { kind: 'stripe' }), now })
}

function mailOf(mail: Config['mail'], mailboxDir: string, now: () => Date) {
  if (mail.kind === 'sandbox') return { mail: mailboxSender({ dir: mailboxDir, now }), closeMail: () => {} }
  const { url } = mail satisfies { kind: 'smtp' }
  const carrier = smtp({ url })
  return { mail: carrier, closeMail: () => carrier.close() }
}

/** Every partner but the captcha; `closeMail` closes the connections to the mail server. */
export async function createPartners(
  config: Config,
  mailboxDir: string,
  now: () => Date,
  database: Database,
) {
  const { insurer, payment, vehicle, address } = atSandbox(config)
  return {
    ...insurerOf(insurer, database, now),
    cards: await cardsOf(payment, now),
    register: registerOf(vehicle, database, now),
    addresses: addressesOf(address, database),
    ...mailOf(config.mail, mailboxDir, now),
  }
}
