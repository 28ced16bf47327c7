/** The environment: what runs with nothing set, and every half-set or unknown choice refused with a sentence. */
import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import { ConfigError } from './lib/settings.ts'

const strongKey = Buffer.alloc(32, 7).toString('base64')
const bare = { NODE_ENV: 'production', JWT_KEY: strongKey, PII_KEYS: `1:${strongKey}` }
const production = {
  ...bare,
  DATABASE_URL: 'postgresql://db.example/openroad?sslmode=verify-full',
  SMTP_URL: 'smtps://mail.example:465',
  PAYMENT: 'windcave',
  PAYMENT_URL: 'https://sec.windcave.example/api/v1',
  PAYMENT_USERNAME: 'u',
  PAYMENT_API_KEY: 'k',
  PAYMENT_PAGE_ORIGIN: 'https://sec.windcave.example',
  VEHICLE: 'carjam',
  VEHICLE_URL: 'https://register.example',
  VEHICLE_KEY: 'k',
  ADDRESS: 'addressfinder',
  ADDRESS_URL: 'https://address.example',
  ADDRESS_KEY: 'k',
  ADDRESS_SECRET: 's',
}

const stripe = { PAYMENT: 'stripe', PAYMENT_SECRET_KEY: 'sk_x', PAYMENT_WEBHOOK_SECRET: 'whsec_a' }

const inProduction = (PAYMENT_SECRET_KEY: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(production).filter(([name]) => !name.startsWith('PAYMENT'))),
  ...stripe,
  PAYMENT_SECRET_KEY,
})

describe('parseConfig', () => {
  it('[SHELL-07] has a default for every setting, with a configurable session of 1800 seconds', () => {
    const config = parseConfig({})
    expect(config).toMatchObject({
      production: false,
      port: 8080,
      sessionTimeoutSeconds: 1800,
      captcha: { kind: 'proof-of-work', attempts: 225 },
      payment: { kind: 'sandbox' },
      mail: { kind: 'sandbox' },
    })
    expect(config.dataDir.endsWith('/var')).toBe(true)
    expect(parseConfig({ SESSION_TIMEOUT_SECONDS: '5' }).sessionTimeoutSeconds).toBe(5)
  })

  it('[BUS-02] reads the configured partners, by default none', () => {
    expect(parseConfig({}).partnerIds).toEqual([])
    const { partnerIds } = parseConfig({ PARTNER_IDS: ' dealer-1 , Bank_2,car.nz ' })
    expect(partnerIds).toEqual(['dealer-1', 'Bank_2', 'car.nz'])
  })

  it('[INFRA-01] reads a second address that bypasses the pooler', () => {
    const url = 'postgresql://pool.example/openroad'
    const directUrl = 'postgresql://db.example/openroad'
    const config = parseConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl })
    expect(config.database).toEqual({ url, directUrl })
  })

  const toDatabase = (url: string) => parseConfig({ ...production, DATABASE_URL: url })
  it.each([
    'postgresql://db.example/openroad',
    'postgresql://db.example/openroad?sslmode=disable',
    'postgresql://db.example/openroad?sslmode=prefer',
    'postgresql://db.example/openroad?sslmode=verify-full&sslmode=disable',
    'postgresql://db.example/openroad?sslmode=require&uselibpqcompat=true',
    'postgresql://db.example/openroad?sslmode=verify-full&ssl=0&host=other.example&sslmode=',
    'postgresql://localhost/openroad?host=db.example',
    'postgresql://127.0.0.1.db.example/openroad',
    'postgresql://%64b.example/openroad',
  ])('[T31] production refuses a database on another machine without TLS: %s', url => {
    expect(() => toDatabase(url)).toThrow(/DATABASE_URL must end with \?sslmode=verify-full in production/)
    expect(() => toDatabase(url)).toThrow(ConfigError)
    expect(parseConfig({ DATABASE_URL: url }).database).toEqual({ url, directUrl: url })
  })
  it.each([
    'postgresql://db.example/openroad?sslmode=verify-full',
    'postgresql://u:p@db.example:5432/openroad?sslrootcert=/etc/ca.pem&sslmode=verify-full',
    'postgresql://db.example/openroad?sslmode=require',
    'postgresql://db.example/openroad?sslmode=verify-ca',
    'postgresql://u@localhost:5433/openroad',
    'postgres://u@127.0.0.1/openroad',
    'postgresql://u@[::1]/openroad',
    'postgresql://u@/openroad?host=/run/postgresql&port=5433',
    'postgresql://u@%2Frun%2Fpostgresql/openroad',
  ])('production accepts a database with TLS or on this machine: %s', url => {
    expect(toDatabase(url).database).toEqual({ url, directUrl: url })
  })

  it('[EDGE-13] assumes by default that an insurer supports neither idempotency keys nor references', () => {
    const http = { INSURER: 'http', INSURER_URL: 'https://insurer.example/v1/', INSURER_KEY: 'k' }
    expect(parseConfig(http).insurer).toEqual({
      kind: 'http',
      url: 'https://insurer.example/v1',
      key: 'k',
      idempotency: 'none',
      quietSeconds: 120,
    })
    expect(parseConfig({ ...http, INSURER_IDEMPOTENCY: 'keys' }).insurer).toMatchObject({
      idempotency: 'keys',
    })
    expect(parseConfig({}).insurer).toEqual({ kind: 'embedded' })
  })

  const refused: [Record<string, string>, RegExp][] = [
    [{ CAPTCHA: 'maybe' }, /CAPTCHA is 'maybe'; it can be proof-of-work, recaptcha, off/],
    [{ CAPTCHA: 'recaptcha' }, /CAPTCHA=recaptcha needs RECAPTCHA_SITE_KEY/],
    [{ CAPTCHA_ATTEMPTS: '0' }, /CAPTCHA_ATTEMPTS is '0'/],
    [{ CAPTCHA: 'off', CAPTCHA_ATTEMPTS: '9' }, /is set, but CAPTCHA is not 'proof-of-work'/],
    [{ PORT: '80x' }, /PORT is '80x'/],
    [{ PORT: '-1' }, /PORT is '-1'/],
    [{ SESSION_TIMEOUT_SECONDS: '0' }, /SESSION_TIMEOUT_SECONDS/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgresql/],
    [{ SMTP_URL: 'mail.example' }, /SMTP_URL must begin with smtp/],
    [{ PAYMENT: 'windcave', PAYMENT_URL: 'https://x.example' }, /needs PAYMENT_USERNAME and PAYMENT_API_KEY/],
    [{ PAYMENT_URL: 'https://x.example' }, /PAYMENT_URL is set, but PAYMENT is not 'windcave' or 'stripe'/],
    [{ INSURER: 'http', INSURER_KEY: 'k' }, /INSURER=http needs INSURER_URL as well/],
    [{ INSURER_IDEMPOTENCY: 'keys' }, /INSURER_IDEMPOTENCY is set, but INSURER is not 'http' or 'sandbox'/],
    [{ INSURER: 'sandbox', INSURER_QUIET_SECONDS: '5' }, /INSURER_QUIET_SECONDS is '5'/],
    [{ INSURER: 'sandbox', INSURER_IDEMPOTENCY: 'keys', INSURER_QUIET_SECONDS: '60' }, /may be sent again/],
    [
      { ...production, INSURER: 'http', INSURER_URL: 'http://x.example', INSURER_KEY: 'k' },
      /INSURER_URL must begin with https/,
    ],
    [{ ...production, SMTP_URL: 'smtp://mail.example:587' }, /must begin with smtps:\/\/ in production/],
    [{ ...production, SMTP_URL: 'smtp://mail.example?requireTLS=false' }, /\?requireTLS=true/],
    [{ ...production, SMTP_URL: 'smtp://127.0.0.1.mail.example' }, /\?requireTLS=true/],
    [{ ...production, LIMIT_FACTOR: '100' }, /LIMIT_FACTOR/],
    [{ LIMIT_FACTOR: '0' }, /LIMIT_FACTOR is '0'/],
    [{ JWT_KEY: strongKey }, /needs PII_KEYS/],
    [{ JWT_KEY: 'abc', PII_KEYS: `1:${strongKey}` }, /JWT_KEY must hold at least 256 bits/],
    [{ PARTNER_IDS: 'dealer-1, two words' }, /PARTNER_IDS holds 'two words'/],
    [{ PARTNER_IDS: `dealer-1,${'x'.repeat(41)}` }, /PARTNER_IDS holds/],
    [{ PARTNER_IDS: 'other' }, /PARTNER_IDS holds 'other'/],
    [{ PARTNER_IDS: 'dealer-1,none' }, /neither 'other' nor 'none'/],
    [{ TRUSTED_PROXIES: '10.0.0.0/99' }, /TRUSTED_PROXIES holds '10.0.0.0\/99'/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8/8' }, /TRUSTED_PROXIES holds/],
    [{ TRUSTED_PROXIES: '2001:db8::/129' }, /TRUSTED_PROXIES holds/],
    [{ HOST: 'localhost:8080' }, /HOST is 'localhost:8080'/],
    [{ PORT: '9000', METRICS_PORT: '9000' }, /METRICS_PORT and PORT are both 9000/],
    [{ METRICS_PORT: '9001', REPORT_PORT: '9001' }, /REPORT_PORT and METRICS_PORT are both 9001/],
    [{ REPORT_HOST: 'http://localhost' }, /REPORT_HOST/],
    [{ SANDBOX_URL: '127.0.0.1:8081' }, /SANDBOX_URL is not an address/],
    [{ DATABASE_URL: 'postgresql://u:p#w@db.example:x/openroad' }, /DATABASE_URL is no address/],
    [{ DATABASE_URL: 'postgresql://u:p@a.example:5432,b.example:5432/o' }, /names several hosts/],
    [{ DATABASE_URL: 'postgresql:///o?host=a.example,b.example' }, /DATABASE_URL names several hosts/],
    [{ DATABASE_DIRECT_URL: 'postgresql://db.example/o' }, /DATABASE_DIRECT_URL is set, but no DATABASE_URL/],
    [{ SMTP_URL: 'smtp://' }, /SMTP_URL names no server/],
    [{ MAX_IN_FLIGHT: '0' }, /MAX_IN_FLIGHT/],
    [{ ...production, VEHICLE_LOOKUPS_A_DAY: '0' }, /VEHICLE_LOOKUPS_A_DAY is '0'/],
    // More would leave too little of the 35 seconds after which a node ends at once.
    [{ DRAIN_SECONDS: '11' }, /DRAIN_SECONDS/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, /OTEL_EXPORTER_OTLP_ENDPOINT is not an address/],
    [{ OTEL_TRACES_SAMPLER_ARG: '0.1' }, /but no OTEL_EXPORTER_OTLP_ENDPOINT/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_SAMPLER_ARG: '2' }, /a part from 0 to 1/],
    [{ NODE_ENV: 'production' }, /JWT_KEY and PII_KEYS/],
    [bare, /PAYMENT, VEHICLE, ADDRESS, SMTP_URL, DATABASE_URL/],
    [{ ...stripe, PAYMENT_SECRET_KEY: 'pk_x' }, /PAYMENT_SECRET_KEY must begin with sk_ or rk_/],
    [{ ...stripe, PAYMENT_WEBHOOK_SECRET: 'secret' }, /begins with whsec_/],
    [{ ...stripe, PAYMENT_WEBHOOK_SECRET: 'whsec_a,whsec_b,whsec_c' }, /or two with a comma/],
    [inProduction('sk_test_x'), /PAYMENT_SECRET_KEY \(to a live one\), or ALLOW_SANDBOX/],
    [inProduction('rk_test_x'), /PAYMENT_SECRET_KEY \(to a live one\)/],
  ]
  it('reports all errors, one sentence per line', () => {
    const wrong = {
      DATABASE_URL: 'mysql://x',
      SMTP_URL: 'mail.example',
      PAYMENT_URL: 'http://sec.windcave.example',
      VEHICLE_KEY: '',
      JWT_KEY: 'abc',
      TRUSTED_PROXIES: 'everyone',
      PORT: '80x',
      DRAIN_SECONDS: '40',
    }
    let lines: string[] = []
    try {
      parseConfig({ ...production, ...wrong })
    } catch (error) {
      lines = String(error).split('\n')
    }
    const linesWith = (name: string) => lines.filter(line => line.includes(name)).length
    expect(lines).toHaveLength(8)
    expect(Object.keys(wrong).map(linesWith)).toEqual(Array(8).fill(1))
  })

  it.each(refused)('refuses %j with a sentence', (environment, sentence) => {
    expect(() => parseConfig(environment)).toThrow(ConfigError)
    expect(() => parseConfig(environment)).toThrow(sentence)
  })

  it.each([
    ['INSURER', 'sandbox'],
    ['PAYMENT', 'sandbox'],
    ['PAYMENT', 'stripe-sandbox'],
    ['VEHICLE', 'sandbox'],
    ['ADDRESS', 'sandbox'],
    ['SMTP_URL', 'sandbox'],
  ])('production refuses %s=%s', (chosenBy, kind) => {
    const others = Object.entries(production).filter(([name]) => !name.startsWith(chosenBy))
    const environment = {
      ...Object.fromEntries(others),
      ...(chosenBy !== 'SMTP_URL' && { [chosenBy]: kind }),
    }
    expect(() => parseConfig(environment)).toThrow(`real partners: set ${chosenBy}, or ALLOW_SANDBOX`)
    expect(() => parseConfig({ ...environment, ALLOW_SANDBOX: 'yes' })).not.toThrow()
  })

  it('[T20] [T21] only a trial production environment may raise its limits', () => {
    expect(parseConfig({ ...production, ALLOW_SANDBOX: 'yes', LIMIT_FACTOR: '100' }).limitFactor).toBe(100)
    expect(parseConfig({ ...production, LIMIT_FACTOR: '1' }).limitFactor).toBe(1)
    expect(parseConfig({ LIMIT_FACTOR: '100' }).limitFactor).toBe(100)
  })

  it.each([
    'smtps://u:p@mail.example:465',
    'smtp://u:p@mail.example:587?requireTLS=true',
    'smtp://localhost:25',
    'smtp://127.0.0.1',
    'smtp://[::1]:2525',
  ])('[T31] production accepts the mail server %s, with TLS or on this machine', url => {
    expect(parseConfig({ ...production, SMTP_URL: url }).mail).toEqual({ kind: 'smtp', url })
  })

  it('development sends unencrypted mail if configured', () => {
    const url = 'smtp://mail.example:25'
    expect(parseConfig({ SMTP_URL: url }).mail).toEqual({ kind: 'smtp', url })
  })
})

describe('card payments by Stripe', () => {
  it('[PAY-11] needs a key and a secret; the URLs default to those of Stripe', () => {
    expect(parseConfig(stripe).payment).toEqual({
      kind: 'stripe',
      url: 'https://api.stripe.com',
      secretKey: 'sk_x',
      webhookSecrets: ['whsec_a'],
      pageOrigin: 'https://checkout.stripe.com',
    })
    const urls = { PAYMENT_URL: 'http://127.0.0.1:9/', PAYMENT_PAGE_ORIGIN: 'https://pay.example/' }
    expect(parseConfig({ ...stripe, ...urls }).payment).toMatchObject({
      url: 'http://127.0.0.1:9',
      pageOrigin: 'https://pay.example',
    })
    const two = parseConfig({ ...stripe, PAYMENT_WEBHOOK_SECRET: 'whsec_a, whsec_b' }).payment
    expect(two).toMatchObject({ webhookSecrets: ['whsec_a', 'whsec_b'] })
    expect(parseConfig({ PAYMENT: 'stripe-sandbox' }).payment).toEqual({ kind: 'stripe-sandbox' })
  })

  it('accepts a live key in production, and a test key only with an explicit setting', () => {
    const kindOf = (environment: Record<string, string>) => parseConfig(environment).payment.kind
    expect(kindOf(inProduction('sk_live_x'))).toBe('stripe')
    expect(kindOf({ ...inProduction('sk_test_x'), ALLOW_SANDBOX: 'yes' })).toBe('stripe')
  })
})
