/** Tests of bank account numbers: formats, doubtful numbers, check digits, and numbers as banks and people write them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import {
  formatBankAccountInput,
  groupAccountDigits,
  isAccountNumber,
  isDoubtfulAccount,
  maskAccount,
  normalizeAccount,
  parseBankAccount,
} from './bank-account.ts'
import { banks, type ChecksumAlgorithm, checksumAlgorithms } from './data/bank-accounts.ts'

it.each(
  pairs(`
    → | 06 → 06 | 061 → 06-1 | 0612345 → 06-1234-5 | 0612341234567 → 06-1234-1234567
    061234123456700 → 06-1234-1234567-00 | 0612341234567000 → 06-1234-1234567-000
    06123412345670009 → 06-1234-1234567-000 | acct. 06 1234 1234567 00 → 06-1234-1234567-00
  `),
)('[PAY-02] %s shows as %s', (typed, shown) => {
  expect(groupAccountDigits(typed)).toBe(shown)
})

it('[PAY-02] an account number has all of its groups, and a suffix of two or three digits', () => {
  const whole = ['06-1234-1234567-00', '06-1234-1234567-000']
  const others = texts(`
    06-1234-1234567-0 | 06-1234-1234567-0000 | 106-1234-1234567-00 | 06-1234-1234567 | 061234123456700
  `)
  expect([...whole, ...others].filter(isAccountNumber)).toEqual(whole)
})

it.each(
  pairs(`
    06-0123-1234567-000 → 06-0123-1234567-00 | 06-0123-1234567-051 → 06-0123-1234567-51
    06-0123-1234567-00 → 06-0123-1234567-00 | 06-0123-1234567-100 → 06-0123-1234567-100
  `),
)('[PAY-05] %s is the same account as %s', (account, same) => {
  expect(normalizeAccount(account)).toBe(same)
})

it('[PAY-05] is masked except for the last two digits and the suffix', () => {
  expect(maskAccount('06-1234-1234567-00')).toBe('••-••••-•••••67-00')
})

describe('doubts about a bank account', () => {
  it.each(
    pairs(`
      01-0505-0011004-00 → A | 01-1839-1100001-00 → B | 02-1268-0012007-00 → A
      03-1355-0013008-00 → A | 06-0741-0014004-00 → A | 10-5165-0016003-00 → A
      11-7426-0017004-00 → A | 15-3959-0019004-00 → A | 25-2525-2000008-00 → F
      30-2904-0021006-00 → A | 31-2840-0031000-00 → X | 38-9012-0022005-00 → A
      01-902-0068389-00 → A | 08-6523-1954512-001 → D | 26-2600-0320871-032 → G
      12-3140-0171323-50 → A | 12-3141-325080-00 → A | 04-2021-0095861-15 → A
      09-0000-0007647-00 → E
    `),
  )('[PAY-02] %s is not doubtful (algorithm %s)', (account, algorithm) => {
    const [bank = '', , base] = account.split('-')
    expect(isDoubtfulAccount(account)).toBe(false)
    const [kind] = banks.get(bank) ?? []
    expect(kind && algorithmOf(kind, Number(base))).toBe(algorithm)
  })

  // By algorithm A 01-0007-0990000-00 would be right: B begins with this very base.
  it.each(
    pairs(`
      03-0001-0016527-000 → CHECK_DIGIT | 09-0000-0007646-00 → CHECK_DIGIT
      01-0007-0990000-00 → CHECK_DIGIT | 01-0902-0068388-00 → CHECK_DIGIT
      38-9012-0022001-00 → CHECK_DIGIT | 05-8884-0000002-00 → CHECK_DIGIT
      01-9999-1231231-11 → UNKNOWN_BRANCH | 02-2056-0000000-00 → UNKNOWN_BRANCH
      04-2013-0000000-00 → UNKNOWN_BRANCH | 09-0001-0000000-00 → UNKNOWN_BRANCH
      99-0001-0000001-00 → UNKNOWN_BANK | 00-0000-0000000-00 → UNKNOWN_BANK
      07-0001-0000000-00 → UNKNOWN_BANK | 12-3140-0171323-501 → SUFFIX
      12-3140-0171323-100 → SUFFIX | 31-2840-0031000-999 → SUFFIX
    `),
  )('[PAY-02] %s is doubtful: %s', account => {
    expect(isDoubtfulAccount(account)).toBe(true)
  })

  it('[PAY-02] an incomplete number is not doubtful', () => {
    const incomplete = texts(`
      01-0902-0068389 | 01-0902-0068388-00-0 | 01- | AB-0902-0068389-00 | A1-0902-0068389-00
      1A-0902-0068389-00 | 01-0902-006838900-00 | __proto__
    `)
    for (const account of [...incomplete, '']) expect(isDoubtfulAccount(account), account).toBe(false)
  })

  it('[PAY-02] knows branches of the register that the older table lacks', () => {
    for (const branch of texts(
      '03-5050 | 03-7355 | 02-2025 | 02-2055 | 01-6150 | 04-2014 | 05-8889 | 88-8800',
    ))
      expect(
        [...Array(11).keys()].some(base => !isDoubtfulAccount(`${branch}-${base}-00`)),
        branch,
      ).toBe(true)
  })

  it('[PAY-02] base 989999 uses algorithm A, and 990000 uses B', () => {
    const last = [...Array(10).keys()].map(digit => `0989${digit}00`.padStart(7, '0'))
    const isDoubtful = (branch: string, base: string) => isDoubtfulAccount(`01-${branch}-${base}-00`)
    expect(last.some(base => isDoubtful('0001', base) !== isDoubtful('0002', base))).toBe(true)
    const next = [...Array(10).keys()].map(digit => `099000${digit}`)
    expect(next.every(base => isDoubtful('0001', base) === isDoubtful('0002', base))).toBe(true)
  })
})

/** Single wrong digits are all found where the weights share no factor with the modulo: not by E, G (digit sums) and X. */
const promising: ReadonlySet<string> = new Set(['AB', 'D', 'F'])

const numberOf = (digits: string) =>
  `${digits.slice(0, 2)}-${digits.slice(2, 6)}-${digits.slice(6, 14)}-${digits.slice(14)}`

/** The digits of an account with a right check digit, at a bank whose algorithm finds each wrong digit. */
const validNumbers = fc
  .constantFrom(...[...banks].filter(([, [kind]]) => promising.has(kind)))
  .chain(([bank, [kind, branches]]) =>
    fc.record({
      bank: fc.constant(bank),
      kind: fc.constant(kind),
      branch: fc.constantFrom(...branches.split(' ').flatMap(run => run.split('-'))),
      base: fc.integer({ min: 0, max: 999_999 }),
      suffix: fc.integer({ min: 0, max: 999 }),
    }),
  )
  .map(({ bank, kind, branch, base, suffix }) => {
    const candidates = [...Array(10).keys()].map(
      last => `${bank}${branch}0${String(base).padStart(6, '0')}${last}0${String(suffix).padStart(3, '0')}`,
    )
    return { kind, digits: candidates.find(digits => !isDoubtfulAccount(numberOf(digits))) ?? null }
  })

const baseOf = (digits: string) => Number(digits.slice(6, 14))

const algorithmOf = (kind: ChecksumAlgorithm | 'AB', base: number): ChecksumAlgorithm =>
  kind === 'AB' ? (base < 990_000 ? 'A' : 'B') : kind

describe('check digits', () => {
  it('[PAY-02] one wrong digit is detected if the digit has a weight', () => {
    fc.assert(
      fc.property(validNumbers, fc.nat(13), fc.integer({ min: 1, max: 9 }), ({ kind, digits }, at, by) => {
        fc.pre(digits !== null && at >= 2)
        const algorithm = algorithmOf(kind, baseOf(digits))
        const wrong = digits.slice(0, at) + ((Number(digits.charAt(at)) + by) % 10) + digits.slice(at + 1)
        // A digit without a weight, or one that changes the algorithm, may pass: the rule promises nothing about it.
        fc.pre(
          checksumAlgorithms[algorithm][0].charAt(at) !== '0' &&
            algorithmOf(kind, baseOf(wrong)) === algorithm,
        )
        expect(isDoubtfulAccount(numberOf(wrong))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('[PAY-02] leading zeros of a group change nothing', () => {
    fc.assert(
      fc.property(validNumbers, ({ digits }) => {
        fc.pre(digits !== null)
        const short = numberOf(digits)
          .split('-')
          .map((group, at) => (at === 0 ? group : String(Number(group))))
          .join('-')
        expect(isDoubtfulAccount(short)).toBe(false)
      }),
    )
  })
})

const own = '12-3140-0171323-50'

describe('a pasted bank account number', () => {
  // Inland Revenue writes 2-4-8-4.
  it.each([
    ...texts('12-3140-0171323-50 | 12-3140-00171323-0050 | 12-3140-0171323-0050').map(text => [text, own]),
    ...pairs(`
      12-3140-0171323-050 → 12-3140-0171323-050 | 12-3140-00171323-050 → 12-3140-0171323-050
      12-3141-325080-00 → 12-3141-0325080-00 | 01-902-0068389-00 → 01-0902-0068389-00
      1-902-68389-0 → 01-0902-0068389-00 | 6-11-123456-7 → 06-0011-0123456-07
      12-3140-0171323-0005 → 12-3140-0171323-05 | 12-3140-0171323-005 → 12-3140-0171323-005
      12-3140-0171323-0000 → 12-3140-0171323-00 | 12-3140-0171323-0123 → 12-3140-0171323-123
      12-3140-0171323-501 → 12-3140-0171323-501
      123140017132350 → 12-3140-0171323-50 | 1231400171323050 → 12-3140-0171323-050
      12314001713230050 → 12-3140-0171323-50 | 123140001713230050 → 12-3140-0171323-50
      12314000171323050 → 12-3140-0171323-050 | 0612341234567000 → 06-1234-1234567-000
    `),
  ])('[PAY-02] is read by the same rules with and without separators: %s', (text, account) => {
    expect(parseBankAccount(text)).toBe(account)
  })

  it.each([
    ...texts(`
      12 3140 0171323 50 | 12.3140.0171323.50 | 12–3140–0171323–50 | 12‑3140‑0171323‑50
      12_3140_0171323_50 | 12\u200b_3140_0171323_50 | 12,3140,0171323,50 | 12:3140:0171323:50 | 12～3140～0171323～50
      12－3140－0171323－50 | 12\u00a03140\u202f0171323\u200950 | (12) 3140 0171323-50
      １２－３１４０－０１７１３２３－５０ | \u202a12-3140-0171323-50\u202c | 12\u00ad3140\u00ad0171323\u00ad50
    `),
    '12\n3140\n0171323\n50',
    ' 12 - 3140 - 0171323 - 50 ',
    '12-31\u200b40-0171323-50\ufeff',
    // In other text.
    ...texts(`
      Acc 1: 12-3140-0171323-50 (cheque) | Acc #1 – 12-3140-0171323-50 – savings 2
      my 2nd account 12-3140-0171323-50, since 12/04/2019 | 12-3140-0171323-50 25/12/2026
      12-3140-0171323-50 Ref 4471 | account123140017132350 | Ph 027 765 4321, acc 12-3140-0171323-50
      12-3140-0171323-50 or 12 3140 0171323 50 | NZ12-3140-0171323-50 | 12-3140-0171323-50 2nd account
    `),
  ])('[PAY-02] may have any separator between its groups, and other text around it: %j', text => {
    expect(parseBankAccount(text)).toBe(own)
  })

  it.each(
    pairs(`
      no digits → my account | fewer digits than an account has → 12314001713235
      more digits than an account has → 1231400171323500501
      a base of eight digits that needs them all, in 18 → 123140117132300050
      a suffix of four digits that needs them all → 12-3140-0171323-1234
      a branch of five digits → 12-31401-0171323-50 | a bank of three digits → 012-3140-0171323-50
      a base of eight digits that needs them all → 12-3140-10171323-50
      a base of nine digits → 12-3140-000171323-50 | no suffix → 12-3140-0171323
      a word between its groups → 12-3140-0171323 suffix 50
      two accounts → 12-3140-0171323-50 01-0902-0068389-00
      two accounts, one without marks → 12-3140-0171323-50, 010902006838900
      a blank within the suffix → 12-3140-0171323-00 50 | a blank within the bank → 1 2-3140-0171323-50
      a blank within the branch → 12 31 40 0171323 50 | a blank within the base → 12 3140 01713 23 50
      a letter in place of its last digit → 12-3140-0171323-05O | the same → 12-3140-0171323-5l
      a letter in place of its first digit → l2-3140-0171323-50
      a blank within the suffix, without marks → 123140017132300 50 | a date → 12/04/1988 10:30
      a phone number → +64 27 765 43 21 | a card number → 4111 1111 1111 1111
      16 digits that are two accounts (bank 99 has no check digit) → 9931400171323050
      16 digits that are two accounts of a bank without check digits → 3128400031000000
    `),
  )('[PAY-02] is refused with %s: %s', (_, text) => {
    expect(parseBankAccount(text)).toBeNull()
  })
})

/** Keys pressed one after another in an empty field, at its end. */
const typed = (keys: string): string =>
  [...keys].reduce((before, key) => formatBankAccountInput(before + key, before, null), '')
const pasted = (text: string, before = ''): string => formatBankAccountInput(text, before, text)

describe('the account field', () => {
  // '12-3140-0171323-5' is unfinished: another digit may follow.
  it.each([
    ...texts(`
      123140017132350 | 12-3140-0171323-50 | 12-3140-0171323-0050 | 12–3140–00171323–0050 | 12 3140 00171323 50
      123140001713230050 | 123140x0171323 50 | 12314001713 2350 | 12 3140 0171323 50 | 12-3140-00171323-50
    `).map(keys => [keys, own]),
    ...pairs(`
      1231 → 12-31 | １２３１ → 12-31 | - → | 12-3140-0171323-5 → 12-3140-0171323-5
      1231400171323050 → 12-3140-0171323-050 | 12314000171323050 → 12-3140-0171323-050
      12-3140-0171323-005 → 12-3140-0171323-005 | 1-902-68389-00 → 01-0902-0068389-00
      12-3141-325080-00 → 12-3141-0325080-00 | 12.3141.325080.00 → 12-3141-0325080-00
      12 3141 325080 000 → 12-3141-0325080-000 | 01 902 0068389 00 → 01-0902-0068389-00
    `),
  ])('[PAY-02] groups %s as it is typed', (keys, shown) => {
    expect(typed(keys)).toBe(shown)
  })

  it.each([
    ['12-3140-0171323-1234', '12-3140-0171323-123'],
    ['12314001713235012', '12-3140-0171323-501'],
  ])('[PAY-02] accepts no digit too many, and doubts the suffix: %s', (keys, shown) => {
    expect(typed(keys)).toBe(shown)
    expect(isDoubtfulAccount(shown)).toBe(true)
  })

  it('[PAY-02] a digit typed in front removes no digit at the end', () => {
    const full = '12-3140-0171323-050'
    expect(formatBankAccountInput(`9${full}`, full, null)).toBe(full)
    expect(formatBankAccountInput('12-3140-09171323-050', full, null)).toBe(full)
  })

  // A text that is not read stays as it came, or only its digits do if it is too long.
  it.each(
    pairs(`
      → | 12-3140-0171323-0050 → 12-3140-0171323-50 | 12 3140 → 12-3140 | 1231400171 → 12-3140-0171
      12-31401-0171323-50 → 12-31401-0171323-50 | 12-3140-0171323-1234 → 12314001713231234
      12-3140-0171323-50 01-0902-0068389-00 → 1231400171323500109 | 12314010171323 50 → 12314010171323-50
      12-3140-0171323 suffix 50 → 123140017132350 | 9931400171323050 → 9931400171323050 | my account →
    `),
  )('[PAY-02] shows the pasted text %s as %s', (text, shown) => {
    expect(pasted(text)).toBe(shown)
  })

  it('[PAY-02] replaces the text of the field by a pasted account', () => {
    expect(pasted('12-3141-325080-00', '12-3141-0325080-00')).toBe('12-3141-0325080-00')
    expect(pasted('Acc 1: 12-3140-0171323-50 (cheque)', '12-31')).toBe(own)
  })

  it('[PAY-02] accepts a number pasted group by group', () => {
    const add = (before: string, part: string) => formatBankAccountInput(before + part, before, part)
    expect(['12', '3140', '0171323', '0050'].reduce(add, '')).toBe(own)
    expect(['12-3140', '171323-50'].reduce(add, '')).toBe('12-3140-0171323-50')
    expect(['12', '31', '40', '0171', '32350'].reduce(add, '')).toBe(own)
  })

  it('[PAY-02] keeps unreadable text while it is corrected', () => {
    const wrong = pasted('12-31401-0171323-50')
    expect(formatBankAccountInput('12-3141-0171323-50', wrong, null)).toBe('12-3141-0171323-50')
    expect(formatBankAccountInput('12-31401-0171323-5', wrong, null)).toBe('12-31401-0171323-5')
    expect(formatBankAccountInput('', wrong, null)).toBe('')
  })

  it('[PAY-02] shows at most 19 characters, and groups only a readable number', () => {
    const piece = fc.constantFrom(...'12 3140 0171323 00171323 50 0050 1 0 - / x :'.split(' '), ' ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const text = pieces.join('')
        const shown = pasted(text)
        expect(shown.length).toBeLessThanOrEqual(19)
        const account = parseBankAccount(text)
        if (isAccountNumber(shown)) expect(normalizeAccount(shown)).toBe(normalizeAccount(account ?? ''))
        else expect(account).toBeNull()
        expect(typed(text).length).toBeLessThanOrEqual(19)
      }),
    )
  })
})
