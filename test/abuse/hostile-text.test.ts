/** Abuse tests of hostile text in valid fields: mail headers, SQL, and slow regular expressions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { checkSync } from 'recheck'
import { expect, it, onTestFinished } from 'vitest'
import { isTest, productFolders, sourceFiles } from '#test/conventions/repository-files.ts'
import { carBody, createRatedQuote, ratedBody, withDriver } from '#test/purchase.ts'
import { smtpServer } from '#test/smtp-server.ts'
import { appForTest, eventually, openTestApp } from '#test/test-app.ts'

const root = join(import.meta.dirname, '..', '..')

it('[T22] [EDGE-11] ways to add a mail header or recipient are refused or send one mail to one person', async () => {
  const { url, received } = await smtpServer()
  const world = await openTestApp({ environment: { SMTP_URL: url, LIMIT_FACTOR: '100' } })
  const victim = 'victim@example.nz'
  const breaks = ['\r\n', '\n', '\r', '\u0000', '\u2028', '\u0085', '%0d%0a', '\\r\\n', '\v', '\t']
  const hostile = [
    ...breaks.map(one => `a@example.nz${one}Bcc: ${victim}`),
    ...breaks.map(one => `Bcc: ${victim}${one}a@example.nz`),
    ...breaks.map(one => `a${one}@example.nz`),
    ...breaks.map(one => `"a${one}"@example.nz`),
    ...[',', ';', ' ', ', ', '; ', ' , '].map(one => `a@example.nz${one}${victim}`),
    ...[',', ';', ' '].map(one => `"a@example.nz${one}"@example.nz`),
    `"a@example.nz, ${victim}"`,
    `a <${victim}>`,
    `a@example.nz <${victim}>`,
    `group:a@example.nz,${victim};`,
    `a(${victim})@example.nz`,
    `a@example.nz\\, ${victim}`,
    `@example.nz:${victim}`,
    `=?utf-8?q?a=40example.nz=2C_victim=40example.nz?=@example.nz`,
  ]
  onTestFinished(() => world.close())
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const taken: string[] = []
  for (const email of hostile) {
    const { status } = await client.call('emailQuote', { body: { id, email } })
    expect([email, status === 200 || status === 400 || status === 429]).toEqual([email, true])
    if (status === 200) taken.push(email)
  }
  // A percent sign or an encoded word makes an unusual but valid single address.
  expect(taken).toEqual(hostile.filter(email => /^=\?|^a%0d%0a@/.test(email)))
  const honest = 'honest@example.nz'
  ;(await client.call('emailQuote', { body: { id, email: honest } })).ok()
  await eventually(async () => received.length === taken.length + 1)
  for (const { recipients, raw } of received) {
    expect(recipients).toHaveLength(1)
    expect([...taken, honest]).toContain(recipients[0])
    const names = (raw.split('\r\n\r\n')[0] ?? '').match(/^[A-Za-z-]+(?=:)/gm) ?? []
    expect(
      names
        .map(name => name.toLowerCase())
        .sort()
        .join(),
    ).toBe('content-type,date,from,message-id,mime-version,reply-to,subject,to')
  }
})

it('[T28] [EDGE-17] SQL in any text is stored unchanged, and every table still exists', async () => {
  const world = await openTestApp({ environment: { LIMIT_FACTOR: '100' } })
  const tables = async () =>
    (await world.database.pool.query("select count(*)::int as n from pg_tables where schemaname = 'public'"))
      .rows[0]
  onTestFinished(() => world.close())
  const before = await tables()
  const client = await world.browser()
  const { id, car } = await createRatedQuote(client)
  const injected = [
    "Robert'); drop table quote; --",
    "' or '1'='1",
    "1; update quote set status = 'CONVERTED' --",
    "x' union select null, version(), null --",
    '$1 $2 {{x}} %s',
    "\\'; select pg_sleep(5); --",
    '/* */ or true',
    "'||(select secret)||'",
  ]
  for (const line of injected) {
    const saved = { id, car: { ...car, address: { ...car.address, suburb: line } } }
    const kept = await client.call('quoteCreate', {
      body: carBody(saved, { isFinanced: 'YES', financeCompany: line }),
    })
    expect([line, kept.status]).toEqual([line, 200])
    const { rows } = await world.database.pool.query('select risk_address, car from quote where id = $1', [
      id,
    ])
    expect([rows[0]?.risk_address.suburb, rows[0]?.car.financeCompany]).toEqual([line, line])
    const body = withDriver(ratedBody(id, saved.car), { surname: line })
    expect((await client.call('quoteAmend', { body })).status).toBe(400)
    for (const asked of [{ id: line }, { quoteNum: line }, { id, quoteNum: line }])
      expect((await client.call('prospectCar', { query: asked as { id: string } })).status).toBeLessThan(429)
    expect((await client.call('login', { body: { user_id: line, password: line } })).status).toBe(401)
    expect((await client.call('addressSuggest', { query: { q: line } })).status).toBeLessThan(500)
  }
  expect(await tables()).toEqual(before)
})

interface Pattern {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

/** Files whose patterns read only texts of ours: the build, the database, the configuration, the sandbox, documents. */
const readsOnlyOurs =
  /^(?:contract\/page-template|db\/migrate|server\/config|server\/lib\/settings|web\/app\/brand-theme|sandbox\/.*|documents\/mail\/mail-layout)\.ts$/

/** Every other regular expression of the product, once. */
function patterns(): Pattern[] {
  const found = new Map<string, Pattern>()
  const walk = (file: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node) {
      const one = { file, pattern: String(node.pattern), flags: String(node.flags) }
      found.set(`/${one.pattern}/${one.flags}`, one)
    }
    for (const inner of Object.values(node)) walk(file, inner)
  }
  for (const file of sourceFiles(root, productFolders, /\.tsx?$/))
    if (!isTest(file) && !readsOnlyOurs.test(file))
      walk(
        file,
        parseSync(readFileSync(join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }),
      )
  return [...found.values()]
}

/** A pattern is fast if it repeats nothing without a limit, and no group more than once. */
const isCertainlyFast = (pattern: string): boolean => !/[*+]|\{\d+,\}|\)\{/.test(pattern)

function slowness(pattern: string, flags: string): { readonly type: string; readonly degree?: number } {
  if (isCertainlyFast(pattern)) return { type: 'safe' }
  // The checker supports only older flags; the newer ones do not change the search. Its fallback must count steps,
  // because by time every pattern is slow on a busy machine.
  const found = checkSync(pattern, flags.replace(/[vd]/g, 'u'), {
    timeout: 60_000,
    randomSeed: 1,
    attackTimeout: null,
    incubationTimeout: null,
  })
  return found.status === 'unknown' ? { type: 'unknown' } : found.complexity
}

/** At most quadratic patterns, each with the limit of its input. */
const bounded: Readonly<Record<string, string>> = {
  'journey/money.ts': 'the digits of a number',
  'journey/email-address.ts': 'a hundred letters: the length is looked at first',
  'journey/parse-address-query.ts': 'a typed line of 120 letters',
  'journey/address-words.ts': 'a typed line of 200 letters, or a line of the address book',
  'server/lib/logger.ts': 'a line of our own log',
}

it('[T30] [EDGE-17] no pattern of the product has exponential run time', () => {
  const all = patterns()
  expect(all.length).toBeGreaterThan(100)
  // The tool detects an exponential pattern.
  expect(slowness('^(a|a)*$', '').type).toBe('exponential')
  const risky = all.flatMap(({ file, pattern, flags }) => {
    const slow = slowness(pattern, flags)
    if (slow.type === 'safe' || slow.type === 'linear') return []
    const isShort = slow.type === 'polynomial' && slow.degree === 2 && file in bounded
    return isShort ? [] : [`${file} /${pattern}/${flags}: ${slow.type} ${slow.degree ?? ''}`]
  })
  expect(risky).toEqual([])
  expect(Object.keys(bounded).filter(file => !all.some(one => one.file === file))).toEqual([])
})

it('[T30] [EDGE-17] texts that stall slow patterns get an immediate response', async () => {
  const world = await appForTest({ environment: { LIMIT_FACTOR: '100' } })
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const parts = ['a', 'a@', 'a.', '1', ' ', '1 ', 'level ', 'unit ', '/ ', '-', 'a-', 'ā', '\t', '021', '()']
  const stalling = parts.map(one => one.repeat(120).slice(0, 100))
  const before = process.cpuUsage()
  for (const text of stalling) {
    await client.call('emailQuote', { body: { id, email: text } })
    await client.call('addressSuggest', { query: { q: text } })
    await client.call('addressRisk', { body: { addressInFreeForm: { addressLine1: text } } })
    await client.call('prospectCar', { query: { quoteNum: text } })
    await client.call('login', { body: { user_id: text, password: text } })
    await client.call('vehicleDetails', { params: { regNumber: text } })
  }
  // Processor time of ninety calls. One stalled pattern alone would take longer.
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000)
})
