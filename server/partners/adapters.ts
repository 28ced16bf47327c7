/** Creates the adapter of each configured partner; this is the only file that imports adapters. */
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
import { carjam } from '#partners/vehicle/carjam.ts'
import type { VehicleRegister } from '#partners/vehicle/port.ts'
import type { Config } from '#server/config.ts'
import { hmac, type Keys } from '#server/lib/crypto.ts'

function captchaOf({ captcha }: Config, keys: Keys, now: () => Date): Captcha {
  if (captcha.kind === 'off') return noCaptcha
  if (captcha.kind === 'proof-of-work')
    return proofOfWork({ key: hmac(keys, 'captcha'), now, attempts: captcha.attempts })
  return withCircuitBreaker(recaptcha({ ...(captcha satisfies { kind: 'recaptcha' }), now }), now)
}

function addressesOf({ address, sandboxUrl: url }: Config, { kysely }: Database): AddressService {
  if (address.kind === 'address-book') return addressBook(addressBookRepository(kysely))
  if (address.kind === 'sandbox') return addressfinder({ url, ...sandboxKeys.address })
  return addressfinder(address satisfies { kind: 'addressfinder' })
}

/** Counts a request to the register before it is sent; false if the day's quota of all nodes is used up. */
async function takeFromQuota({ kysely }: Database, aDay: number, at: Date): Promise<boolean> {
  if ((await incrementCounter(kysely, 'register', 'day', at)) <= aDay) return true
  await decrementCounter(kysely, 'register', 'day', at)
  return false
}

function registerOf(
  { vehicle, sandboxUrl: url }: Config,
  database: Database,
  now: () => Date,
): VehicleRegister {
  if (vehicle.kind === 'sandbox') return carjam({ url, ...sandboxKeys.vehicle })
  const { lookUpsADay: aDay } = vehicle satisfies { kind: 'carjam' }
  const quota = aDay === null ? {} : { consumeQuota: () => takeFromQuota(database, aDay, now()) }
  return carjam({ ...vehicle, ...quota })
}

function insurerOf({ insurer, sandboxUrl }: Config, { kysely }: Database, now: () => Date) {
  if (insurer.kind === 'embedded')
    return {
      insurer: embeddedInsurer(embeddedInsurerRepository(kysely), now),
      catalogue: embeddedCatalogue,
    }
  const options =
    insurer.kind === 'sandbox'
      ? { ...insurer, ...sandboxKeys.insurer, url: `${sandboxUrl}/api/insurer` }
      : (insurer satisfies { kind: 'http' })
  return { insurer: insurerOverHttp(options), catalogue: catalogueOverHttp(options) }
}

async function cardsOf({ payment, sandboxUrl: url }: Config, now: () => Date): Promise<CardPayments> {
  if (payment.kind === 'windcave') return windcave(payment)
  if (payment.kind === 'sandbox')
    return windcave({ ...sandboxKeys.card, url: `${url}/api/v1`, pageOrigin: url })
  // Stripe's library takes a sixth of a second to load, so it is loaded only if it is used.
  const { stripe } = await import('#partners/payment/stripe.ts')
  if (payment.kind === 'stripe') return stripe({ ...payment, now })
  payment satisfies { kind: 'stripe-sandbox' }
  const { secretKey, webhookSecret } = sandboxKeys.checkout
  return stripe({ secretKey, webhookSecrets: [webhookSecret], url, pageOrigin: url, now })
}

export async function createPartners(
  config: Config,
  keys: Keys,
  mailboxDir: string,
  now: () => Date,
  database: Database,
) {
  const { mail } = config
  return {
    ...insurerOf(config, database, now),
    captcha: captchaOf(config, keys, now),
    cards: await cardsOf(config, now),
    register: registerOf(config, database, now),
    addresses: addressesOf(config, database),
    mail:
      mail.kind === 'sandbox'
        ? mailboxSender({ dir: mailboxDir, now })
        : smtp(mail satisfies { kind: 'smtp' }),
  }
}
