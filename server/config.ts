/**
 * Reads the environment once, for the whole server. Every setting is validated and has a default for a
 * single machine; incomplete settings stop startup with a `ConfigError`, one line each.
 */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isPartnerId, noPartner, otherPartner } from '#journey/partner-id.ts'
import { type RetentionPeriods, readRetentionPeriods } from './jobs/retention-periods.ts'
import {
  ConfigError,
  oneOf,
  type Reader,
  readAll,
  required,
  thisMachine,
  wholeNumber,
} from './lib/read-setting.ts'
import {
  type PartnersConfig,
  readPartners,
  sandboxesOf,
  takesTestCards,
  usesSandbox,
} from './partners/partners-config.ts'
import { readTelemetry, type TelemetryConfig } from './telemetry/config.ts'

export { ConfigError } from './lib/read-setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Config extends TelemetryConfig, PartnersConfig {
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Null without DATABASE_URL: `npm start` starts a database and sets it. */
  readonly database: { readonly url: string } | null
  readonly sessionTimeoutSeconds: number
  readonly trustedProxies: readonly string[]
  /** Partner ids that are counted by name; all others are counted as 'other'. */
  readonly partnerIds: readonly string[]
  /**
   * The site for mechanical breakdown insurance that pages link to: a brand has a real one and one for
   * tests.
   */
  readonly mechanicalBreakdownSite: 'production' | 'test'
  readonly retention: RetentionPeriods
  /** Cap of requests in progress, purchases not included; further requests get a 503. */
  readonly maxInFlight: number
  /**
   * Multiplies the rate limits of calls: 1, except for a benchmark that acts as a thousand customers;
   * refused in production.
   */
  readonly limitFactor: number
  /**
   * Seconds that the node keeps serving after a stop signal, while load balancers read from /ready that it
   * is leaving.
   */
  readonly drainSeconds: number
  /**
   * Port of the sandbox partners, by default PORT + 1. It is fixed, so that an open payment page survives a
   * restart.
   */
  readonly sandboxPort: number
  /** 256-bit keys as base64; null if the server manages its own keys in DATA_DIR. */
  readonly keys: { readonly jwt: string; readonly pii: string } | null
}

function readKeys(read: Reader, production: boolean): Config['keys'] {
  const jwt = read('JWT_KEY')
  const pii = read('PII_KEYS')
  if (jwt === undefined && pii === undefined) {
    if (production) throw new ConfigError('Production needs JWT_KEY and PII_KEYS.')
    return null
  }
  const set = required(read, 'Keys from the environment', ['JWT_KEY', 'PII_KEYS'])
  if (Buffer.from(set.JWT_KEY, 'base64').length < 32)
    throw new ConfigError('JWT_KEY must hold at least 256 bits as base64.')
  return { jwt: set.JWT_KEY, pii: set.PII_KEYS }
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)

function readPartnerIds(read: Reader): string[] {
  const list = listOf(read('PARTNER_IDS'))
  const wrong = list.find(id => !isPartnerId(id) || id === otherPartner || id === noPartner)
  if (wrong !== undefined)
    throw new ConfigError(
      `PARTNER_IDS holds '${wrong}'; it is a list of the partnerId of links: up to 40 letters, digits, dots, hyphens and underscores, and neither '${otherPartner}' nor '${noPartner}'.`,
    )
  return list
}

function readProxies(read: Reader): string[] {
  const list = listOf(read('TRUSTED_PROXIES'))
  const wrong = list.find(item => {
    const [address = '', bits = '0', ...more] = item.split('/')
    const kind = isIP(address)
    return kind === 0 || more.length > 0 || !/^\d+$/.test(bits) || Number(bits) > (kind === 4 ? 32 : 128)
  })
  if (wrong)
    throw new ConfigError(`TRUSTED_PROXIES holds '${wrong}'; it is a list of addresses or CIDR ranges.`)
  return list
}

function readHost(read: Reader): string {
  const host = read('HOST') ?? 'localhost'
  if (isIP(host) === 0 && !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host))
    throw new ConfigError(`HOST is '${host}'; it is an address of this machine, without a port.`)
  return host
}

function refuseSamePort(config: Config): void {
  const taken = new Map([[config.port, 'PORT']])
  const others = [
    ['METRICS_PORT', config.metricsPort],
    ['SANDBOX_PORT', usesSandbox(config) ? config.sandboxPort : null],
  ] as const
  for (const [name, port] of others) {
    // Port 0 means any free port.
    const same = port === null || port === 0 ? undefined : taken.get(port)
    if (same !== undefined) throw new ConfigError(`${name} and ${same} are both ${port}: each needs its own.`)
    if (port !== null) taken.set(port, name)
  }
}

/** A test environment that runs in production mode sets it; the production default is the real site. */
const readBreakdownSite = (read: Reader, production: boolean): Config['mechanicalBreakdownSite'] =>
  oneOf(read, 'MECHANICAL_BREAKDOWN_SITE', production ? ['production', 'test'] : ['test', 'production'])

/**
 * The sslmodes for which pg verifies the certificate; the first two only without uselibpqcompat, which
 * weakens them.
 */
const checkedModes = ['require', 'verify-ca', 'verify-full']

function readDatabase(read: Reader, production: boolean): string | undefined {
  const url = read('DATABASE_URL')
  if (url === undefined) return undefined
  if (!/^postgres(ql)?:\/\//.test(url)) throw new ConfigError('DATABASE_URL must begin with postgresql://.')
  // PostgreSQL allows an empty host with a socket path in the query; URL.canParse does not.
  const readable = url.replace('@/', '@localhost/')
  if (!URL.canParse(readable))
    throw new ConfigError('DATABASE_URL is no address: encode what is special in its password (%23 for #).')
  const { hostname, searchParams } = new URL(readable)
  // Of repeated parameters the last one counts, as in pg.
  const { host, sslmode = '', uselibpqcompat } = Object.fromEntries(searchParams)
  const machine = host || hostname
  const isHere = thisMachine.test(machine) || /^(\/|%2f|$)/i.test(machine)
  const isSafe = checkedModes.includes(sslmode) && (sslmode === 'verify-full' || uselibpqcompat === undefined)
  if (production && !isHere && !isSafe)
    throw new ConfigError(
      'DATABASE_URL must end with ?sslmode=verify-full in production: the database is on another machine, and all that people answer goes there.',
    )
  return url
}

/** Throws ConfigError with sentences for the operator. */
export function readConfig(environment: Environment = process.env): Config {
  const read: Reader = name => environment[name]?.trim() || undefined
  const production = oneOf(read, 'NODE_ENV', ['development', 'production', 'test']) === 'production'
  const dataDir = resolve(read('DATA_DIR') ?? './var')
  const { url, partners, telemetry, retention, ...own } = readAll({
    host: () => readHost(read),
    port: () => wholeNumber(read, 'PORT', 8080, 0, 65_534),
    url: () => readDatabase(read, production),
    sessionTimeoutSeconds: () => wholeNumber(read, 'SESSION_TIMEOUT_SECONDS', 1800, 1, 28_800),
    partners: () => readPartners(read, production),
    trustedProxies: () => readProxies(read),
    partnerIds: () => readPartnerIds(read),
    mechanicalBreakdownSite: () => readBreakdownSite(read, production),
    maxInFlight: () => wholeNumber(read, 'MAX_IN_FLIGHT', 16, 1, 10_000),
    limitFactor: () => wholeNumber(read, 'LIMIT_FACTOR', 1, 1, 1_000_000),
    drainSeconds: () => wholeNumber(read, 'DRAIN_SECONDS', 0, 0, 10),
    telemetry: () => readTelemetry(read),
    retention: () => readRetentionPeriods(read),
    keys: () => readKeys(read, production),
  })
  const config: Config = {
    production,
    dataDir,
    database: url === undefined ? null : { url },
    ...partners,
    ...telemetry,
    ...retention,
    ...own,
    sandboxPort: wholeNumber(read, 'SANDBOX_PORT', own.port === 0 ? 0 : own.port + 1, 0, 65_535),
  }
  refuseSamePort(config)
  refuseTrialInProduction(config, oneOf(read, 'ALLOW_SANDBOX', ['no', 'yes']) === 'yes')
  return config
}

function refuseTrialInProduction(config: Config, allowed: boolean): void {
  if (!config.production || allowed) return
  if (config.limitFactor !== 1)
    throw new ConfigError(
      'LIMIT_FACTOR is for benches and test runs: production leaves it out, or has ALLOW_SANDBOX=yes to be tried out.',
    )
  const kept = [
    ...sandboxesOf(config),
    ...(takesTestCards(config) ? ['PAYMENT_SECRET_KEY (to a live one)'] : []),
    ...(config.database === null ? ['DATABASE_URL'] : []),
  ]
  if (kept.length > 0)
    throw new ConfigError(
      `Production runs on real partners: set ${kept.join(', ')}, or ALLOW_SANDBOX=yes to run on sandboxes all the same.`,
    )
}
