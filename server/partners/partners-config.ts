/**
 * Partner settings from the environment: one type and one reader per kind of partner. config.ts includes
 * them, and adapters.ts creates the adapters from them.
 */
import { type InsurerIdempotency, insurerIdempotencies } from '#partners/insurer/port.ts'
import {
  ConfigError,
  oneOf,
  type Reader,
  readAll,
  rejectUnusedSettings,
  required,
  secureUrl,
  thisMachine,
  wholeNumber,
} from '#server/lib/read-setting.ts'

export interface PartnersConfig {
  readonly captcha:
    | { readonly kind: 'proof-of-work'; readonly attempts: number }
    | {
        readonly kind: 'recaptcha'
        readonly siteKey: string
        readonly visibleSiteKey: string
        readonly secret: string
        readonly visibleSecret: string
      }
    | { readonly kind: 'off' }
  readonly mail: { readonly kind: 'sandbox' } | { readonly kind: 'smtp'; readonly url: string }
  readonly payment:
    | { readonly kind: 'sandbox' }
    | { readonly kind: 'stripe-sandbox' }
    | {
        readonly kind: 'windcave'
        readonly url: string
        readonly username: string
        readonly apiKey: string
        readonly pageOrigin: string
      }
    | {
        readonly kind: 'stripe'
        readonly url: string
        readonly secretKey: string
        /** Two keys during a rotation. */
        readonly webhookSecrets: readonly string[]
        readonly pageOrigin: string
      }
  readonly insurer:
    | { readonly kind: 'embedded' }
    | { readonly kind: 'sandbox'; readonly knows: InsurerIdempotency; readonly quietSeconds: number }
    | {
        readonly kind: 'http'
        readonly url: string
        readonly key: string
        readonly knows: InsurerIdempotency
        readonly quietSeconds: number
      }
  readonly vehicle:
    | { readonly kind: 'sandbox' }
    | {
        readonly kind: 'carjam'
        readonly url: string
        readonly key: string
        /** The quota agreed with the register, for all nodes together; null if there is none. */
        readonly lookUpsADay: number | null
      }
  readonly address:
    | { readonly kind: 'sandbox' }
    | { readonly kind: 'address-book' }
    | { readonly kind: 'addressfinder'; readonly url: string; readonly key: string; readonly secret: string }
}

const windcaveNames = ['PAYMENT_URL', 'PAYMENT_USERNAME', 'PAYMENT_API_KEY', 'PAYMENT_PAGE_ORIGIN'] as const
const stripeNames = ['PAYMENT_SECRET_KEY', 'PAYMENT_WEBHOOK_SECRET'] as const

function readPayment(read: Reader, production: boolean): PartnersConfig['payment'] {
  const kind = oneOf(read, 'PAYMENT', ['sandbox', 'windcave', 'stripe', 'stripe-sandbox'])
  if (kind === 'stripe') return readStripe(read, production)
  rejectUnusedSettings(read, 'PAYMENT', ['stripe'], stripeNames)
  if (kind !== 'windcave') {
    rejectUnusedSettings(read, 'PAYMENT', ['windcave', 'stripe'], ['PAYMENT_URL', 'PAYMENT_PAGE_ORIGIN'])
    rejectUnusedSettings(read, 'PAYMENT', ['windcave'], windcaveNames)
    return { kind }
  }
  const set = required(read, 'PAYMENT=windcave', windcaveNames)
  return {
    kind,
    url: secureUrl('PAYMENT_URL', set.PAYMENT_URL, production),
    username: set.PAYMENT_USERNAME,
    apiKey: set.PAYMENT_API_KEY,
    pageOrigin: new URL(secureUrl('PAYMENT_PAGE_ORIGIN', set.PAYMENT_PAGE_ORIGIN, production)).origin,
  }
}

function readStripe(read: Reader, production: boolean): PartnersConfig['payment'] {
  rejectUnusedSettings(read, 'PAYMENT', ['windcave'], ['PAYMENT_USERNAME', 'PAYMENT_API_KEY'])
  const set = required(read, 'PAYMENT=stripe', stripeNames)
  const webhookSecrets = set.PAYMENT_WEBHOOK_SECRET.split(',').map(secret => secret.trim())
  if (webhookSecrets.length > 2 || webhookSecrets.some(secret => !/^whsec_\S+$/.test(secret)))
    throw new ConfigError(
      'PAYMENT_WEBHOOK_SECRET is one secret that begins with whsec_, or two with a comma while they change.',
    )
  if (!/^[sr]k_\S+$/.test(set.PAYMENT_SECRET_KEY))
    throw new ConfigError('PAYMENT_SECRET_KEY must begin with sk_ or rk_.')
  const origin = (name: string, fallback: string) =>
    new URL(secureUrl(name, read(name) ?? fallback, production)).origin
  return {
    kind: 'stripe',
    url: origin('PAYMENT_URL', 'https://api.stripe.com'),
    secretKey: set.PAYMENT_SECRET_KEY,
    webhookSecrets,
    pageOrigin: origin('PAYMENT_PAGE_ORIGIN', 'https://checkout.stripe.com'),
  }
}

function readVehicle(read: Reader, production: boolean): PartnersConfig['vehicle'] {
  const names = ['VEHICLE_URL', 'VEHICLE_KEY'] as const
  if (oneOf(read, 'VEHICLE', ['sandbox', 'carjam']) === 'sandbox') {
    rejectUnusedSettings(read, 'VEHICLE', ['carjam'], [...names, 'VEHICLE_LOOKUPS_A_DAY'])
    return { kind: 'sandbox' }
  }
  const set = required(read, 'VEHICLE=carjam', names)
  const url = secureUrl('VEHICLE_URL', set.VEHICLE_URL, production)
  // 0 means none here, and cannot be configured.
  const lookUpsADay = wholeNumber(read, 'VEHICLE_LOOKUPS_A_DAY', 0, 1, 10_000_000) || null
  return { kind: 'carjam', url, key: set.VEHICLE_KEY, lookUpsADay }
}

function readAddress(read: Reader, production: boolean): PartnersConfig['address'] {
  const names = ['ADDRESS_URL', 'ADDRESS_KEY', 'ADDRESS_SECRET'] as const
  const kind = oneOf(read, 'ADDRESS', ['sandbox', 'address-book', 'addressfinder'])
  if (kind !== 'addressfinder') {
    rejectUnusedSettings(read, 'ADDRESS', ['addressfinder'], names)
    return { kind }
  }
  const set = required(read, 'ADDRESS=addressfinder', names)
  return {
    kind: 'addressfinder',
    url: secureUrl('ADDRESS_URL', set.ADDRESS_URL, production),
    key: set.ADDRESS_KEY,
    secret: set.ADDRESS_SECRET,
  }
}

function readInsurer(read: Reader, production: boolean): PartnersConfig['insurer'] {
  const kind = oneOf(read, 'INSURER', ['embedded', 'sandbox', 'http'])
  const quietNames = ['INSURER_KNOWS', 'INSURER_QUIET_SECONDS'] as const
  if (kind !== 'http') rejectUnusedSettings(read, 'INSURER', ['http'], ['INSURER_URL', 'INSURER_KEY'])
  if (kind === 'embedded') {
    rejectUnusedSettings(read, 'INSURER', ['http', 'sandbox'], quietNames)
    return { kind }
  }
  const set = kind === 'http' ? required(read, 'INSURER=http', ['INSURER_URL', 'INSURER_KEY']) : null
  // Until we are told that it knows more, an insurer knows neither keys nor references (D6).
  const knows = oneOf(read, 'INSURER_KNOWS', insurerIdempotencies)
  if (knows === 'keys' && read('INSURER_QUIET_SECONDS') !== undefined)
    throw new ConfigError(
      'INSURER_QUIET_SECONDS says nothing where INSURER_KNOWS is keys: a key may be sent again.',
    )
  const quiet = { knows, quietSeconds: wholeNumber(read, 'INSURER_QUIET_SECONDS', 120, 30, 3600) }
  if (!set) return { kind: 'sandbox', ...quiet }
  const url = secureUrl('INSURER_URL', set.INSURER_URL, production)
  return { kind: 'http', url, key: set.INSURER_KEY, ...quiet }
}

/** The only partner without a setting for its kind: SMTP_URL decides. */
function readMail(read: Reader, production: boolean): PartnersConfig['mail'] {
  const url = read('SMTP_URL')
  if (url === undefined) return { kind: 'sandbox' }
  if (!/^smtps?:\/\//.test(url)) throw new ConfigError('SMTP_URL must begin with smtp:// or smtps://.')
  if (!URL.canParse(url) || new URL(url).hostname === '') throw new ConfigError('SMTP_URL names no server.')
  const { protocol, hostname, searchParams } = new URL(url)
  // Optional TLS can be stripped by an attacker on the network, who then reads our password, links and
  // policies.
  const isClear = protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true'
  if (production && isClear && !thisMachine.test(hostname))
    throw new ConfigError(
      'SMTP_URL must begin with smtps:// in production, or end with ?requireTLS=true for a server that begins without TLS.',
    )
  return { kind: 'smtp', url }
}

/** A fifth of a second of work or so for a browser of today. */
const usualAttempts = 225

function readCaptcha(read: Reader): PartnersConfig['captcha'] {
  const names = [
    'RECAPTCHA_SITE_KEY',
    'RECAPTCHA_SECRET',
    'RECAPTCHA_V2_SITE_KEY',
    'RECAPTCHA_V2_SECRET',
  ] as const
  const kind = oneOf(read, 'CAPTCHA', ['proof-of-work', 'recaptcha', 'off'])
  if (kind !== 'proof-of-work') rejectUnusedSettings(read, 'CAPTCHA', ['proof-of-work'], ['CAPTCHA_ATTEMPTS'])
  if (kind !== 'recaptcha') rejectUnusedSettings(read, 'CAPTCHA', ['recaptcha'], names)
  if (kind === 'proof-of-work')
    return { kind, attempts: wholeNumber(read, 'CAPTCHA_ATTEMPTS', usualAttempts, 1, 2_000) }
  if (kind === 'off') return { kind }
  const set = required(read, 'CAPTCHA=recaptcha', names)
  return {
    kind,
    siteKey: set.RECAPTCHA_SITE_KEY,
    secret: set.RECAPTCHA_SECRET,
    visibleSiteKey: set.RECAPTCHA_V2_SITE_KEY,
    visibleSecret: set.RECAPTCHA_V2_SECRET,
  }
}

export const readPartners = (read: Reader, production: boolean): PartnersConfig =>
  readAll({
    captcha: () => readCaptcha(read),
    mail: () => readMail(read, production),
    payment: () => readPayment(read, production),
    insurer: () => readInsurer(read, production),
    vehicle: () => readVehicle(read, production),
    address: () => readAddress(read, production),
  })

/** Every partner but the captcha: the setting by which a real one is chosen, and which of its kinds are one. */
export const partnerKinds = {
  insurer: { chosenBy: 'INSURER', kinds: { embedded: 'real', http: 'real', sandbox: 'sandbox' } },
  payment: {
    chosenBy: 'PAYMENT',
    kinds: { windcave: 'real', stripe: 'real', sandbox: 'sandbox', 'stripe-sandbox': 'sandbox' },
  },
  vehicle: { chosenBy: 'VEHICLE', kinds: { carjam: 'real', sandbox: 'sandbox' } },
  address: {
    chosenBy: 'ADDRESS',
    kinds: { 'address-book': 'real', addressfinder: 'real', sandbox: 'sandbox' },
  },
  mail: { chosenBy: 'SMTP_URL', kinds: { smtp: 'real', sandbox: 'sandbox' } },
} as const satisfies {
  readonly [Partner in Exclude<keyof PartnersConfig, 'captcha'>]: {
    readonly chosenBy: string
    readonly kinds: Readonly<Record<PartnersConfig[Partner]['kind'], 'real' | 'sandbox'>>
  }
}

const isReal = (partner: keyof typeof partnerKinds, config: PartnersConfig): boolean => {
  const kinds: Readonly<Record<string, 'real' | 'sandbox'>> = partnerKinds[partner].kinds
  return kinds[config[partner].kind] === 'real'
}

/** The settings that replace a sandbox. */
export const sandboxesOf = (config: PartnersConfig): string[] =>
  (Object.keys(partnerKinds) as (keyof typeof partnerKinds)[])
    .filter(partner => !isReal(partner, config))
    .map(partner => partnerKinds[partner].chosenBy)

/** With a key of its test mode Stripe takes cards that cost nobody anything. */
export const takesTestCards = ({ payment }: PartnersConfig): boolean =>
  payment.kind === 'stripe' && /^[sr]k_test_/.test(payment.secretKey)

/** Whether any partner of this configuration is a sandbox that runs here. */
export const usesSandbox = (config: PartnersConfig): boolean => sandboxesOf(config).length > 0
