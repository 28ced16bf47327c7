/** Abuse tests of hostile text in valid fields: mail headers, SQL, and slow regular expressions. */
import { parseSync } from '@swc/core'
import { checkSync } from 'recheck'
import { expect, it } from 'vitest'
import { productFiles, read } from '#test/conventions/repository-files.ts'
import { carBody, createRatedQuote, ratedBody, withDriver } from '#test/purchase.ts'
import { smtpServer } from '#test/smtp-server.ts'
import { appForTest, eventually } from '#test/test-app.ts'

it('[T22] [EDGE-11] ways to add a mail header or recipient are refused or send one mail to one person', async () => {
  const { url, received } = await smtpServer()
  const world = await appForTest({ environment: { SMTP_URL: url, LIMIT_FACTOR: '100' } })
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
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const taken: string[] = []
  for (const email of hostile) {
    const { status } = await client.call('emailQuote', { body: { id, email } })
    expect([200, 400, 429], email).toContain(status)
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
    const headers = (raw.split('\r\n\r\n')[0] ?? '').toLowerCase()
    const names = headers.match(/^[a-z-]+(?=:)/gm) ?? []
    expect(names.sort().join()).toBe('content-type,date,from,message-id,mime-version,reply-to,subject,to')
  }
})

it('[T28] [EDGE-17] SQL in any text is stored unchanged, and every table still exists', async () => {
  const world = await appForTest({ environment: { LIMIT_FACTOR: '100' } })
  const tables = () => world.query("select tablename from pg_tables where schemaname = 'public' order by 1")
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
    const stored = { risk_address: { suburb: line }, car: { financeCompany: line } }
    expect(await world.repositories.findQuote(id)).toMatchObject(stored)
    const body = withDriver(ratedBody(id, saved.car), { surname: line })
    expect((await client.call('quoteAmend', { body })).status).toBe(400)
    for (const asked of [{ id: line }, { quoteNum: line }, { id, quoteNum: line }])
      expect((await client.call('prospectCar', { query: asked as { id: string } })).status).toBeLessThan(429)
    expect((await client.call('login', { body: { user_id: line, password: line } })).status).toBe(401)
    expect((await client.call('addressSuggest', { query: { q: line } })).status).toBeLessThan(500)
  }
  expect(await tables()).toEqual(before)
})

/** Files whose patterns read only texts of ours: the build, the database, the configuration, the sandbox, documents. */
const readsOnlyOurs =
  /^(?:contract\/page-template|db\/migrate|server\/config|server\/lib\/settings|web\/app\/brand-theme|sandbox\/.*|documents\/mail\/mail-layout)\.ts$/

/** Every other regular expression of the product, once. */
function patterns() {
  const found = new Map<string, { file: string; pattern: string; flags: string }>()
  const walk = (file: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node) {
      const one = { file, pattern: String(node.pattern), flags: String(node.flags) }
      found.set(`/${one.pattern}/${one.flags}`, one)
    }
    for (const inner of Object.values(node)) walk(file, inner)
  }
  for (const file of productFiles())
    if (!readsOnlyOurs.test(file))
      walk(file, parseSync(read(file), { syntax: 'typescript', tsx: file.endsWith('x') }))
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
  'journey/typed-address.ts': 'a typed line of 200 letters, or a line of the address book',
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
