/** Tests of quote and policy numbers. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { texts } from '#test/samples/texts.ts'
import { newPolicyNumber, newQuoteNumber, parseQuoteNumber } from './quote-and-policy-numbers.ts'

const bytes = (count: number) => fc.uint8Array({ minLength: count, maxLength: count })
const quoteNumbers = bytes(10).map(random => newQuoteNumber(() => random))
const policyNumbers = bytes(8).map(random => newPolicyNumber(() => random))
const crockford = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']

describe('quote numbers', () => {
  it('are read as printed and as people type them', () => {
    fc.assert(
      fc.property(quoteNumbers, printed => {
        expect(printed).toMatch(/^Q-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{6}$/)
        const body = printed.slice(2)
        const typed = [
          printed,
          printed.toLowerCase(),
          ` ${printed} `,
          body,
          printed.replaceAll('-', ''),
          body.replaceAll('-', ' '),
          `Q-${body.replaceAll('0', 'o').replaceAll('1', 'l')}`,
          `q${body.replaceAll('0', 'O').replaceAll('1', 'I')}`,
        ]
        expect(typed.map(parseQuoteNumber)).toEqual(typed.map(() => printed))
      }),
    )
  })

  it('[EDGE-16] are invalid with one wrong character, or with two adjacent characters swapped', () => {
    fc.assert(
      fc.property(quoteNumbers, fc.nat(10), fc.constantFrom(...crockford), (printed, place, wrong) => {
        const body = [...printed.slice(2).replace('-', '')]
        const [left = '', right = ''] = body.slice(place, place + 2)
        if (left !== wrong) expect(parseQuoteNumber(body.with(place, wrong).join(''))).toBeNull()
        if (right !== '' && left !== right)
          expect(parseQuoteNumber(body.toSpliced(place, 2, right, left).join(''))).toBeNull()
      }),
    )
  })

  it.each([
    ...texts(`
      Q-00000-00000U | Q-ÅÅÅÅÅ-ÅÅÅÅÅÅ | U0000-000000 | Q-00000-0000000 | Q-00000-00000
      Q-00000-000000 ${newQuoteNumber(() => new Uint8Array(10).fill(7))}
    `),
    '',
    '7'.repeat(10_000),
    `${' '.repeat(190)}Q-00000-000000`,
  ])('[ENTRY-06] are not read from %.20s', typed => {
    expect(parseQuoteNumber(typed)).toBeNull()
  })

  it.each([
    ...texts(`
      Quote number: Q-00000-000000 | Quote Number Q–00000–000000 | Q−00000−000000
      Your car insurance quote Q-00000-000000, saved until 27 December 2026 | “Q-00000-\u00AD000000”.
      Quote no. 00000 000000 | Ｑ－０００００－００００００
    `),
    `${' '.repeat(186)}Q-00000-000000`,
  ])('[ENTRY-06] are read from text with other words and punctuation: %j', typed => {
    expect(parseQuoteNumber(typed)).toBe('Q-00000-000000')
  })

  it('[EDGE-16] contain 50 random bits', () => {
    const at = (place: number) =>
      newQuoteNumber(count => Uint8Array.from({ length: count }, (_, i) => (i === place ? 31 : 0)))
    expect(new Set(Array.from({ length: 10 }, (_, place) => at(place))).size).toBe(10)
  })
})

describe('policy numbers', () => {
  /** The policy number that begins with these eight digits. */
  const numbered = (digits: string) => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(digits))
    return newPolicyNumber(() => bytes)
  }

  it('[EDGE-13] end in the check digit of ISO 7064 MOD 11,10, computed by hand', () => {
    expect(newPolicyNumber(() => new Uint8Array(8))).toBe('OR000000003')
    expect(newPolicyNumber(() => Uint8Array.of(0, 0, 0, 0, 0, 0, 3, 26))).toBe('OR000007947')
  })

  it('[EDGE-13] are OR and nine digits, and invalid with one wrong digit', () => {
    fc.assert(
      fc.property(policyNumbers, fc.nat(8), fc.nat(9), (printed, place, digit) => {
        expect(printed).toMatch(/^OR\d{9}$/)
        expect(numbered(printed.slice(2, 10))).toBe(printed)
        const wrong = `OR${[...printed.slice(2)].with(place, String(digit)).join('')}`
        if (wrong !== printed) expect(numbered(wrong.slice(2, 10))).not.toBe(wrong)
      }),
    )
  })
})
