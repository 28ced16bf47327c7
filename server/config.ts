/** Reads the configuration from the environment; every setting has a default for a single machine. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { isReferrerId, noReferrer, unknownReferrer } from '#journey/referrer-id.ts'
import {
  anyText,
  ConfigError,
  checkedText,
  combineSettings,
  type Environment,
  listOf,
  loopbackHost,
  oneOf,
  originSetting,
  parseSettings,
  setting,
  settings,
  urlSetting,
  variableNameOf,
  wholeNumber,
} from './lib/settings.ts'
import { acceptsTestCards, partnerSettings, settingsOfSandboxPartners } from './partners/partners-config.ts'

const isHost = (text: string): boolean => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)

function isAddressOrRange(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const version = isIP(address)
  return (
    version !== 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  )
}

const isOwnPartnerId = (id: string): boolean =>
  isReferrerId(id) && id !== unknownReferrer && id !== noReferrer

const list = (isRight: (item: string) => boolean, problem: string) =>
  checkedText(
    items => listOf(items).every(isRight),
    (name, items) =>
      `${name} holds '${listOf(items).find(item => !isRight(item))}'; it is a list of ${problem}.`,
  )
    .transform(listOf)
    .default([])

const listenAddress = checkedText(
  isHost,
  (name, host) => `${name} is '${host}'; it is an address of this machine, without a port.`,
).default('localhost')

const serverSettings = (production: boolean) =>
  settings({
    host: setting('HOST', listenAddress),
    port: setting('PORT', wholeNumber(0, 65_534).default(8080)),
    sessionTimeoutSeconds: setting('SESSION_TIMEOUT_SECONDS', wholeNumber(1, 28_800).default(1800)),
    trustedProxies: setting('TRUSTED_PROXIES', list(isAddressOrRange, 'addresses or CIDR ranges')),
    /** Partner ids that are counted by name; all others are counted as 'other'. */
    partnerIds: setting(
      'PARTNER_IDS',
      list(
        isOwnPartnerId,
        `the partnerId of links: up to 40 letters, digits, dots, hyphens and underscores, and neither '${unknownReferrer}' nor '${noReferrer}'`,
      ),
    ),
    /** The site that pages link to: a brand has a real one and one for tests. */
    mechanicalBreakdownSite: setting(
      'MECHANICAL_BREAKDOWN_SITE',
      production ? oneOf('production', 'test') : oneOf('test', 'production'),
    ),
    /** Cap of requests in progress, purchases not included; further requests get a 503. */
    maxInFlight: setting('MAX_IN_FLIGHT', wholeNumber(1, 10_000).default(48)),
    /** Multiplies the rate limits of calls, for a benchmark that acts as a thousand customers. */
    limitFactor: setting('LIMIT_FACTOR', wholeNumber(1, 1_000_000).default(1)),
    /** Seconds that the node keeps serving after a stop signal, while /ready tells load balancers to leave. */
    drainSeconds: setting('DRAIN_SECONDS', wholeNumber(0, 10).default(0)),
    /** The port Prometheus reads; null serves no metrics. */
    metricsPort: setting('METRICS_PORT', wholeNumber(0, 65_535).nullable().default(null)),
    reportPort: setting('REPORT_PORT', wholeNumber(0, 65_535).nullable().default(null)),
    /** The report page asks for no password: by default only this machine reaches it. */
    reportHost: setting('REPORT_HOST', listenAddress),
    /** The sandbox, for every partner that is not configured; `npm start` starts it and sets the address. */
    sandboxUrl: setting('SANDBOX_URL', originSetting(false).default('http://127.0.0.1:8081')),
    allowSandbox: setting(
      'ALLOW_SANDBOX',
      oneOf('no', 'yes').transform(answer => answer === 'yes'),
    ),
  })

const retentionPeriods = settings({
  sessionHours: setting('RETAIN_SESSION_HOURS', wholeNumber(9, 720).default(24)),
  captchaHours: setting('RETAIN_CAPTCHA_HOURS', wholeNumber(2, 720).default(24)),
  /** A prospect who never asked for a price; counted from the last change. */
  prospectDays: setting('RETAIN_PROSPECT_DAYS', wholeNumber(1, 60).default(7)),
  /** An unsold quote with its people, counted from its creation; a valid quote stays until it expires. */
  quoteDays: setting('RETAIN_QUOTE_DAYS', wholeNumber(31, 365).default(60)),
  /** The row that remains of an unsold quote after it was anonymised. */
  tombstoneDays: setting('RETAIN_TOMBSTONE_DAYS', wholeNumber(1, 3660).default(396)),
  /** Bank details, counted from the issue of the policy. */
  bankDays: setting('RETAIN_BANK_DAYS', wholeNumber(15, 365).default(30)),
  /** Bank details, counted from the insurer's rejection. */
  rejectedBankHours: setting('RETAIN_REJECTED_BANK_HOURS', wholeNumber(1, 720).default(24)),
  /** The law requires seven years after the end of cover, and the database enforces it for audit lines. */
  policyYears: setting('RETAIN_POLICY_YEARS', wholeNumber(7, 30).default(7)),
})
export type RetentionPeriods = ReturnType<(typeof retentionPeriods)['parse']>

/** The hours that counters are kept. Their longest window is a day, which has 25 hours when the clocks go back. */
export const counterHours = ({ captchaHours }: RetentionPeriods): number => Math.max(captchaHours, 25)

export const defaultRetentionPeriods: RetentionPeriods = retentionPeriods.parse({})

type Keys = { readonly jwt: string; readonly pii: string } | null

/** 256-bit keys as base64; null if the server manages its own keys in DATA_DIR. */
const keys = (production: boolean) =>
  z
    .object({
      JWT_KEY: checkedText(
        key => Buffer.from(key, 'base64').length >= 32,
        name => `${name} must hold at least 256 bits as base64.`,
      ).optional(),
      PII_KEYS: anyText.optional(),
    })
    .transform(({ JWT_KEY: jwt, PII_KEYS: pii }, context): Keys => {
      if (jwt !== undefined && pii !== undefined) return { jwt, pii }
      const hasNeither = jwt === undefined && pii === undefined
      if (hasNeither && !production) return null
      const message = hasNeither
        ? 'Production needs JWT_KEY and PII_KEYS.'
        : `Keys from the environment needs ${jwt === undefined ? 'JWT_KEY' : 'PII_KEYS'} as well.`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** The sslmodes for which pg verifies the certificate; uselibpqcompat weakens all but the last. */
const checkedModes = ['require', 'verify-ca', 'verify-full']

/** PostgreSQL allows an empty host with a socket path in the query; URL does not. */
const readable = (url: string): string => url.replace('@/', '@localhost/')

/** libpq tries several hosts in turn; pg knows only one. */
const namesSeveralHosts = (url: string): boolean =>
  /^\w+:\/\/([^@/?]*@)?[^/?]*,/.test(url) || /[?&]host=[^&]*(,|%2c)/i.test(url)

function isSafeDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(readable(url))
  // Of repeated parameters the last one counts, as in pg.
  const { host, sslmode = '', uselibpqcompat } = Object.fromEntries(searchParams)
  const machine = host || hostname
  if (loopbackHost.test(machine) || /^(\/|%2f|$)/i.test(machine)) return true
  return checkedModes.includes(sslmode) && (sslmode === 'verify-full' || uselibpqcompat === undefined)
}

const databaseAddress = (production: boolean) =>
  checkedText(
    url => /^postgres(ql)?:\/\//.test(url),
    name => `${name} must begin with postgresql://.`,
  )
    .refine(url => !namesSeveralHosts(url), {
      abort: true,
      error: issue =>
        `${variableNameOf(issue)} names several hosts: give one that always leads to the primary, such as deploy/haproxy-postgres.cfg.`,
    })
    .refine(url => URL.canParse(readable(url)), {
      abort: true,
      error: issue =>
        `${variableNameOf(issue)} is no address: encode what is special in its password (%23 for #).`,
    })
    .refine(url => !production || isSafeDatabase(url), {
      error: issue =>
        `${variableNameOf(issue)} must end with ?sslmode=verify-full in production: the database is on another machine, and all that people answer goes there.`,
    })

/** Null without DATABASE_URL: `npm start` starts a database and sets it. */
const database = (production: boolean) =>
  z
    .object({
      DATABASE_URL: databaseAddress(production).optional(),
      DATABASE_DIRECT_URL: databaseAddress(production).optional(),
    })
    .refine(set => set.DATABASE_URL !== undefined || set.DATABASE_DIRECT_URL === undefined, {
      error: 'DATABASE_DIRECT_URL is set, but no DATABASE_URL.',
    })
    .transform(({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url }) =>
      url === undefined || directUrl === undefined ? null : { url, directUrl },
    )

/** Where traces are sent (OTLP over HTTP), and the share of them that is recorded; null records none. */
const tracing = z
  .object({
    // In production, too, it may be http.
    OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting(false).optional(),
    OTEL_TRACES_SAMPLER_ARG: checkedText(
      part => Number(part) >= 0 && Number(part) <= 1,
      (name, part) => `${name} is '${part}'; it is a part from 0 to 1.`,
    ).optional(),
  })
  .refine(set => set.OTEL_TRACES_SAMPLER_ARG === undefined || set.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined, {
    error: 'OTEL_TRACES_SAMPLER_ARG is set, but no OTEL_EXPORTER_OTLP_ENDPOINT.',
    when: () => true,
  })
  .transform(({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: part }) =>
    url === undefined ? null : { endpoint: url, ratio: Number(part ?? 1) },
  )

const configuration = (production: boolean) =>
  combineSettings({
    server: serverSettings(production),
    database: database(production),
    keys: keys(production),
    tracing,
    retention: retentionPeriods,
    ...partnerSettings(production),
  })

const base = settings({
  mode: setting('NODE_ENV', oneOf('development', 'production', 'test')),
  dataDir: setting('DATA_DIR', anyText.default('./var')),
})

export type Config = ReturnType<typeof parseConfig>

/** Throws a ConfigError with sentences for the operator. */
export function parseConfig(environment: Environment = process.env) {
  const { mode, dataDir } = parseSettings(base, environment)
  const production = mode === 'production'
  const { server, ...others } = parseSettings(configuration(production), environment)
  const { allowSandbox, ...settings } = server
  const config = { ...settings, ...others, production, dataDir: resolve(dataDir) }
  refuseSamePort(config)
  if (production && !allowSandbox) refuseTrialInProduction(config)
  return config
}

function refuseSamePort({ port, metricsPort, reportPort }: Config): void {
  const ports = Object.entries({ PORT: port, METRICS_PORT: metricsPort, REPORT_PORT: reportPort })
  // Port 0 means any free port.
  for (const [index, [name, number]] of ports.entries())
    for (const [other, taken] of ports.slice(0, index))
      if (number !== null && number !== 0 && number === taken)
        throw new ConfigError(`${name} and ${other} are both ${number}: each needs its own.`)
}

function refuseTrialInProduction(config: Config): void {
  if (config.limitFactor !== 1)
    throw new ConfigError(
      'LIMIT_FACTOR is for benches and test runs: production leaves it out, or has ALLOW_SANDBOX=yes to be tried out.',
    )
  const kept = [
    ...settingsOfSandboxPartners(config),
    ...(acceptsTestCards(config) ? ['PAYMENT_SECRET_KEY (to a live one)'] : []),
    ...(config.database === null ? ['DATABASE_URL'] : []),
  ]
  if (kept.length > 0)
    throw new ConfigError(
      `Production runs on real partners: set ${kept.join(', ')}, or ALLOW_SANDBOX=yes to run on sandboxes all the same.`,
    )
}
