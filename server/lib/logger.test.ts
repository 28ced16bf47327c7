/** Tests of what the log scrubber masks and what it leaves. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJsonLog, scrub } from './logger.ts'

const personal = {
  email: fc.emailAddress({ size: 'small' }).map(address => address.replace(/[:=;'"]/g, 'x')),
  account: fc.stringMatching(/^\d{2}-\d{4}-\d{7}-\d{2}$/),
  card: fc.stringMatching(/^(\d{4}[ -]?){3}\d{1,4}$/),
  mobile: fc.stringMatching(/^(021|\+64 21 |022 |\+6421)\d{7}$/),
  date: fc.oneof(
    fc.stringMatching(/^([1-9]|[12]\d)\/([1-9]|1[0-2])\/(19[3-9]\d|20[01]\d)$/),
    fc.stringMatching(/^(19[3-9]\d|20[01]\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d)$/),
  ),
  token: fc.stringMatching(/^eyJ[\w-]{27}\.[\w-]{54}\.[\w-]{43}$/),
  secret: fc.record({
    name: fc.constantFrom('token=', 'password=', '"token":"', 'captchaRequest='),
    value: fc.stringMatching(/^[\w-]{43}$/),
  }),
}

describe('scrub', () => {
  it.each(Object.entries(personal))('[T31] [EDGE-16] masks every %s anywhere in an error', (_, values) => {
    fc.assert(
      fc.property(
        values as fc.Arbitrary<string | { name: string; value: string }>,
        fc.constantFrom('', 'failed for ', 'key (x)=(', 'at {"a":"'),
        fc.constantFrom('', ' again', ')', '"}', ', next'),
        (value, before, after) => {
          const [said, secret] =
            typeof value === 'string' ? [value, value] : [`${value.name}${value.value}`, value.value]
          expect(scrub(`${before}${said}${after}`)).not.toContain(secret)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('[T31] masks a card number next to other digits', () => {
    expect(scrub('4111111111111111-1227 2026-4111111111111111')).not.toMatch(/1{5}/)
  })

  it('[T31] leaves ids, times and codes that an operator needs', () => {
    for (const text of [
      randomUUID(),
      // Ids with sixteen digits side by side.
      '83445059-5047-4135-9a00-7ce9ec775401',
      'a3445059-5047-4a35-9000-712912775401',
      '2026-11-21T07:50:31.123Z',
      'OR7K2M9QX41',
      'at Object.keep (file:///app/server/quotes/rate-quote.ts:88:12)',
      '{"level":"info","event":"mail-sent","ms":1234567,"version":12}',
      'gateway answered 502',
    ])
      expect(scrub(text)).toBe(text)
  })

  it('[T31] is applied to every line of the log', () => {
    const lines: string[] = []
    const log = createJsonLog(line => lines.push(line))
    log.info('mail', { to: 'maia@example.nz', account: '12-3140-0171323-50', id: 'q1' })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      time: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
      to: '[email]',
      account: '[account]',
      id: 'q1',
    })
  })
})
