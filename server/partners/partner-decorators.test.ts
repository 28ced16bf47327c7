/** Tests of the failure log of partner calls, by which an operator tells a wrong key from an outage. */
import { expect, it } from 'vitest'
import type { Captcha } from '#partners/captcha/port.ts'
import { createJsonLog, rateLimitedLog } from '#server/lib/logger.ts'
import { decoratePartners } from './partner-decorators.ts'

type Parts = Parameters<typeof decoratePartners>

/** Decorated partners that all give one answer. */
function answering(answer: unknown, now = () => new Date('2026-11-02T03:04:05Z'), kind = 'recaptcha') {
  const lines: string[] = []
  const say = async () => answer
  const captcha = { kind, verify: say, verifyVisible: say, identityOf: (token: string) => token }
  const partners = {
    insurer: { quote: say, amend: say, retrieve: say, bind: say, lookupBind: say, safeResendAfterMs: 7 },
    catalogue: { models: say, valueBand: say },
    register: { lookUp: say },
    addresses: { suggest: say, find: say },
    cards: { createSession: say, result: say, refund: say, pageOpenHours: 3 },
    mail: { send: say },
    captcha: captcha as unknown as Captcha,
  }
  const guarded = decoratePartners(partners as unknown as Parts[0], {
    config: {
      insurer: { kind: 'http' },
      address: { kind: 'addressfinder' },
      vehicle: { kind: 'carjam' },
    } as Parts[1]['config'],
    tracing: null,
    metrics: null,
    log: rateLimitedLog(
      createJsonLog(line => lines.push(line)),
      now,
    ),
    now,
  })
  const told = () =>
    lines.map(line => {
      const { event, partner, reason } = JSON.parse(line)
      return [event, partner, reason]
    })
  return { guarded, told }
}

it('[EDGE-17] the log names each failing partner and the reason', async () => {
  const failed = answering({ outcome: 'failed', reason: 'HTTP 401' })
  await failed.guarded.register.lookUp('JHU968')
  await failed.guarded.addresses.find({ line: 'x', suburb: '', postcode: '' })
  await failed.guarded.catalogue.valueBand('k')
  await failed.guarded.insurer.retrieve('Q-1')
  await failed.guarded.mail.send({} as never)
  expect(failed.told()).toEqual(
    ['register', 'addresses', 'insurer', 'insurer', 'mail'].map(partner => [
      'partner-failed',
      partner,
      'HTTP 401',
    ]),
  )
  const unknown = answering({ outcome: 'unknown', reason: 'timeout' })
  await unknown.guarded.cards.createSession({} as never)
  const unclear = answering({ state: 'unclear', reason: 'not understood' })
  await unclear.guarded.cards.result('s')
  const pending = answering({ outcome: 'pending', reason: 'UNAUTHORISED' })
  await pending.guarded.insurer.bind({} as never)
  const out = answering('partner-out')
  await out.guarded.captcha.verify({} as never)
  expect([unknown, unclear, pending, out].flatMap(one => one.told())).toEqual([
    ['partner-failed', 'cards', 'timeout'],
    ['partner-failed', 'cards', 'not understood'],
    ['partner-failed', 'insurer', 'UNAUTHORISED'],
    ['partner-failed', 'captcha', 'partner-out'],
  ])
})

it('[EDGE-17] failures of a captcha service are logged like those of any partner', async () => {
  const kinds = ['recaptcha', 'one-to-come', 'proof-of-work', 'off']
  const told = kinds.map(async kind => {
    const out = answering('partner-out', undefined, kind)
    await out.guarded.captcha.verify({} as never)
    return out.told().length
  })
  expect(await Promise.all(told)).toEqual([1, 1, 0, 0])
})

it('[EDGE-17] an answer about one customer is no failure of the partner, and other methods pass unchanged', async () => {
  for (const answer of [
    { outcome: 'refused', reason: 'SMTP 550' },
    { outcome: 'rejected', reason: 'MALFORMED' },
    { state: 'declined', reason: '51' },
    { state: 'pending' },
    null,
    'human',
  ]) {
    const { guarded, told } = answering(answer)
    await guarded.mail.send({} as never)
    await guarded.cards.result('s')
    await guarded.insurer.bind({} as never)
    expect(await guarded.captcha.verify({} as never)).toBe(answer)
    expect(told()).toEqual([])
    expect([guarded.insurer.safeResendAfterMs, guarded.cards.pageOpenHours]).toEqual([7, 3])
    expect(guarded.captcha.identityOf('token')).toBe('token')
  }
})

it('[EDGE-17] [T31] the log has no text of a partner, and a few lines a minute during an outage', async () => {
  for (const words of [
    'Māia Smith of 12 High St',
    'maia@example.nz',
    'no car of Smith',
    'X'.repeat(99),
    '',
  ]) {
    const { guarded, told } = answering({ outcome: 'failed', reason: words })
    await guarded.register.lookUp('JHU968')
    expect(told()).toEqual([['partner-failed', 'register', 'other']])
  }
  let at = Date.parse('2026-11-02T03:04:05Z')
  const { guarded, told } = answering({ outcome: 'failed', reason: 'HTTP 500' }, () => new Date(at))
  for (let asked = 0; asked < 50; asked += 1) await guarded.register.lookUp('JHU968')
  expect(told()).toHaveLength(20)
  await guarded.mail.send({} as never)
  at += 60_000
  await guarded.register.lookUp('JHU968')
  expect(told()).toHaveLength(22)
})
