/** Partner settings from the environment, one schema per partner, for config.ts and adapters.ts. */
import * as z from 'zod'
import { idempotencyModes } from '#partners/insurer/port.ts'
import {
  anyText,
  checkedText,
  listOf,
  loopbackHost,
  oneOf,
  originSetting,
  setting,
  settingsByKind,
  urlSetting,
  wholeNumber,
} from '#server/lib/settings.ts'

const captcha = settingsByKind('CAPTCHA', {
  // 225 attempts take a current browser about a fifth of a second.
  'proof-of-work': { attempts: setting('CAPTCHA_ATTEMPTS', wholeNumber(1, 2_000).default(225)) },
  recaptcha: {
    siteKey: setting('RECAPTCHA_SITE_KEY', anyText),
    secret: setting('RECAPTCHA_SECRET', anyText),
    visibleSiteKey: setting('RECAPTCHA_V2_SITE_KEY', anyText),
    visibleSecret: setting('RECAPTCHA_V2_SECRET', anyText),
  },
  off: {},
})

const payment = (production: boolean) =>
  settingsByKind('PAYMENT', {
    sandbox: {},
    windcave: {
      url: setting('PAYMENT_URL', urlSetting(production)),
      username: setting('PAYMENT_USERNAME', anyText),
      apiKey: setting('PAYMENT_API_KEY', anyText),
      pageOrigin: setting('PAYMENT_PAGE_ORIGIN', originSetting(production)),
    },
    stripe: {
      url: setting('PAYMENT_URL', originSetting(production).default('https://api.stripe.com')),
      secretKey: setting(
        'PAYMENT_SECRET_KEY',
        checkedText(
          key => /^[sr]k_\S+$/.test(key),
          name => `${name} must begin with sk_ or rk_.`,
        ),
      ),
      /** Two secrets during a rotation. */
      webhookSecrets: setting(
        'PAYMENT_WEBHOOK_SECRET',
        checkedText(
          list => {
            const secrets = list.split(',').map(secret => secret.trim())
            return secrets.length <= 2 && secrets.every(secret => /^whsec_\S+$/.test(secret))
          },
          name => `${name} is one secret that begins with whsec_, or two with a comma while they change.`,
        ).transform(listOf),
      ),
      pageOrigin: setting(
        'PAYMENT_PAGE_ORIGIN',
        originSetting(production).default('https://checkout.stripe.com'),
      ),
    },
    'stripe-sandbox': {},
  })

/** An insurer is taken to know neither keys nor references until its configuration says so. */
const lostBinds = {
  idempotency: setting('INSURER_IDEMPOTENCY', oneOf(...idempotencyModes)),
  quietSeconds: setting('INSURER_QUIET_SECONDS', wholeNumber(30, 3600).default(120)),
}
const insurer = (production: boolean) =>
  z
    .record(z.string(), z.string())
    .refine(
      set => set.INSURER_IDEMPOTENCY !== 'keys' || set.INSURER_QUIET_SECONDS === undefined,
      'INSURER_QUIET_SECONDS says nothing where INSURER_IDEMPOTENCY is keys: a key may be sent again.',
    )
    .pipe(
      settingsByKind('INSURER', {
        embedded: {},
        http: {
          url: setting('INSURER_URL', urlSetting(production)),
          key: setting('INSURER_KEY', anyText),
          ...lostBinds,
        },
        sandbox: lostBinds,
      }),
    )

const vehicle = (production: boolean) =>
  settingsByKind('VEHICLE', {
    sandbox: {},
    carjam: {
      url: setting('VEHICLE_URL', urlSetting(production)),
      key: setting('VEHICLE_KEY', anyText),
      /** The quota agreed with the register, for all nodes together; null if there is none. */
      lookUpsADay: setting('VEHICLE_LOOKUPS_A_DAY', wholeNumber(1, 10_000_000).nullable().default(null)),
    },
  })

const address = (production: boolean) =>
  settingsByKind('ADDRESS', {
    sandbox: {},
    'address-book': {},
    addressfinder: {
      url: setting('ADDRESS_URL', urlSetting(production)),
      key: setting('ADDRESS_KEY', anyText),
      secret: setting('ADDRESS_SECRET', anyText),
    },
  })

type MailConfig = { readonly kind: 'sandbox' } | { readonly kind: 'smtp'; readonly url: string }

/** Optional TLS can be removed by an attacker on the network, who then reads our password, links and policies. */
function isSafeMailServer(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true' || loopbackHost.test(hostname)
}

/** The only partner without a setting for its kind: SMTP_URL decides. */
const mail = (production: boolean) =>
  z
    .object({
      SMTP_URL: checkedText(
        url => /^smtps?:\/\//.test(url),
        name => `${name} must begin with smtp:// or smtps://.`,
      )
        .refine(url => URL.canParse(url) && new URL(url).hostname !== '', {
          abort: true,
          error: 'SMTP_URL names no server.',
        })
        .refine(
          url => !production || isSafeMailServer(url),
          'SMTP_URL must begin with smtps:// in production, or end with ?requireTLS=true for a server that begins without TLS.',
        )
        .optional(),
    })
    .transform(
      ({ SMTP_URL: url }): MailConfig => (url === undefined ? { kind: 'sandbox' } : { kind: 'smtp', url }),
    )

export const partnerSettings = (production: boolean) => ({
  captcha,
  mail: mail(production),
  payment: payment(production),
  insurer: insurer(production),
  vehicle: vehicle(production),
  address: address(production),
})

type PartnerSchemas = ReturnType<typeof partnerSettings>
export type PartnersConfig = {
  readonly [Partner in keyof PartnerSchemas]: z.output<PartnerSchemas[Partner]>
}

/** The setting that chooses each partner. The captcha has no sandbox. */
const chosenBy: Readonly<Record<Exclude<keyof PartnersConfig, 'captcha'>, string>> = {
  insurer: 'INSURER',
  payment: 'PAYMENT',
  vehicle: 'VEHICLE',
  address: 'ADDRESS',
  mail: 'SMTP_URL',
}

/** The settings that replace a sandbox. The name of every sandbox ends with that word. */
export const settingsOfSandboxPartners = (config: PartnersConfig): string[] =>
  (Object.keys(chosenBy) as (keyof typeof chosenBy)[])
    .filter(partner => config[partner].kind.endsWith('sandbox'))
    .map(partner => chosenBy[partner])

/** With a key of its test mode, Stripe takes cards that cost nothing. */
export const acceptsTestCards = ({ payment }: PartnersConfig): boolean =>
  payment.kind === 'stripe' && /^[sr]k_test_/.test(payment.secretKey)
