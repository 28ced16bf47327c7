/** The doubts about a bank account: the published and made-up numbers of the data file, and what a check digit promises. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAccountNumber } from './bank-account.ts'
import { accountWarning } from './bank-account-check.ts'
import { type Algorithm, algorithms, banks } from './data/bank-accounts.ts'

describe('doubts about a bank account', () => {
  it.each([
    ['01-0505-0011004-00', 'A'],
    ['01-1839-1100001-00', 'B'],
    ['02-1268-0012007-00', 'A'],
    ['02-1242-1234018-00', 'B'],
    ['03-1355-0013008-00', 'A'],
    ['03-5050-1345009-00', 'B'],
    ['06-0741-0014004-00', 'A'],
    ['08-6523-1500007-00', 'D'],
    ['10-5165-0016003-00', 'A'],
    ['11-7426-0017004-00', 'A'],
    ['12-3089-0018007-00', 'A'],
    ['12-3244-1812009-00', 'B'],
    ['15-3959-0019004-00', 'A'],
    ['25-2525-2000008-00', 'F'],
    ['30-2904-0021006-00', 'A'],
    ['31-2840-0031000-00', 'X'],
    ['38-9012-0022005-00', 'A'],
    ['38-9021-1220003-00', 'B'],
    ['01-902-0068389-00', 'A'],
    ['08-6523-1954512-001', 'D'],
    ['26-2600-0320871-032', 'G'],
    ['12-3140-0171323-50', 'A'],
    ['12-3141-325080-00', 'A'],
    ['04-2021-0095861-15', 'A'],
    ['09-0000-0007647-00', 'E'],
  ])('[PAY-02] %s is in no doubt (algorithm %s)', (account, algorithm) => {
    const [bank = '', , base] = account.split('-')
    expect(accountWarning(account)).toBeNull()
    const [kind] = banks.get(bank) ?? []
    expect(kind && algorithmOf(kind, Number(base))).toBe(algorithm)
  })

  it.each([
    ['03-0001-0016527-000', 'CHECK_DIGIT'],
    ['09-0000-0007646-00', 'CHECK_DIGIT'],
    // By A it would be right: B begins with this very base.
    ['01-0007-0990000-00', 'CHECK_DIGIT'],
    ['01-0902-0068388-00', 'CHECK_DIGIT'],
    ['01-9999-1231231-11', 'UNKNOWN_BRANCH'],
    ['99-0001-0000001-00', 'UNKNOWN_BANK'],
    ['00-0000-0000000-00', 'UNKNOWN_BANK'],
    ['38-9012-0022001-00', 'CHECK_DIGIT'],
    ['05-8884-0000002-00', 'CHECK_DIGIT'],
    ['07-0001-0000000-00', 'UNKNOWN_BANK'],
    ['02-2056-0000000-00', 'UNKNOWN_BRANCH'],
    ['04-2013-0000000-00', 'UNKNOWN_BRANCH'],
    ['09-0001-0000000-00', 'UNKNOWN_BRANCH'],
    ['12-3140-0171323-501', 'SUFFIX'],
    ['12-3140-0171323-100', 'SUFFIX'],
    ['31-2840-0031000-999', 'SUFFIX'],
  ])('[PAY-02] %s: %s', (account, doubt) => {
    expect(accountWarning(account)).toBe(doubt)
  })

  it.each([
    '01-0902-0068389',
    '01-0902-0068388',
    '01-0902-0068388-00-0',
    '',
    '01-',
    'AB-0902-0068389-00',
    'A1-0902-0068389-00',
    '1A-0902-0068389-00',
    '01-0902-006838900-00',
    '__proto__',
  ])('[PAY-02] %j is not a whole number yet: the field says so, this has nothing to add', account => {
    expect(isAccountNumber(account)).toBe(false)
    expect(accountWarning(account)).toBeNull()
  })

  it.each(['03-5050', '03-7355', '02-2025', '02-2055', '01-6150', '04-2014', '05-8889', '88-8800'])(
    '[PAY-02] branch %s is in the register, though not in the older table',
    branch => {
      expect(accountWarning(`${branch}-0000000-00`)).not.toBe('UNKNOWN_BRANCH')
    },
  )

  it('[PAY-02] the base decides between A and B: 989999 still counts the branch, 990000 no longer', () => {
    const last = [...Array(10).keys()].map(digit => `0989${digit}00`.padStart(7, '0'))
    const doubtOf = (branch: string, base: string) => accountWarning(`01-${branch}-${base}-00`)
    expect(last.some(base => doubtOf('0001', base) !== doubtOf('0002', base))).toBe(true)
    const next = [...Array(10).keys()].map(digit => `099000${digit}`)
    expect(next.every(base => doubtOf('0001', base) === doubtOf('0002', base))).toBe(true)
  })
})

/** Single wrong digits are all found where the weights share no factor with the modulo: not by E, G (digit sums) and X. */
const promising: ReadonlySet<string> = new Set(['AB', 'D', 'F'])

const numberOf = (digits: string) =>
  `${digits.slice(0, 2)}-${digits.slice(2, 6)}-${digits.slice(6, 14)}-${digits.slice(14)}`

/** A branch of a bank that keeps the promise, a base and a suffix; the last digit of the base is still to be found. */
const starts = fc
  .constantFrom(...[...banks].filter(([, [kind]]) => promising.has(kind)))
  .chain(([bank, [kind, branches]]) =>
    fc.record({
      bank: fc.constant(bank),
      kind: fc.constant(kind),
      branch: fc
        .constantFrom(...branches.split(' '))
        .chain(run => fc.integer({ min: Number(run.slice(0, 4)), max: Number(run.slice(5)) })),
      base: fc.integer({ min: 0, max: 999_999 }),
      suffix: fc.integer({ min: 0, max: 999 }),
    }),
  )

const validNumbers = starts.map(({ bank, kind, branch, base, suffix }) => {
  const candidates = [...Array(10).keys()].map(last =>
    [bank, branch, base * 10 + last, suffix]
      .map((part, at) => String(part).padStart([2, 4, 8, 4][at] ?? 0, '0'))
      .join(''),
  )
  return { kind, digits: candidates.find(digits => accountWarning(numberOf(digits)) === null) ?? null }
})

const baseOf = (digits: string) => Number(digits.slice(6, 14))

const algorithmOf = (kind: Algorithm | 'AB', base: number): Algorithm =>
  kind === 'AB' ? (base < 990_000 ? 'A' : 'B') : kind

describe('check digits', () => {
  it('[PAY-02] one wrong digit of a right number is found wherever the digit has a weight', () => {
    fc.assert(
      fc.property(validNumbers, fc.nat(13), fc.integer({ min: 1, max: 9 }), ({ kind, digits }, at, by) => {
        fc.pre(digits !== null && at >= 2)
        const algorithm = algorithmOf(kind, baseOf(digits))
        const wrong = digits.slice(0, at) + ((Number(digits.charAt(at)) + by) % 10) + digits.slice(at + 1)
        // A number that leaves A for B is weighed anew: nothing is promised about it.
        fc.pre(algorithms[algorithm][0].charAt(at) !== '0' && algorithmOf(kind, baseOf(wrong)) === algorithm)
        expect(accountWarning(numberOf(wrong))).not.toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  it('[PAY-02] zeros in front of a group, or left out, change nothing', () => {
    fc.assert(
      fc.property(validNumbers, ({ digits }) => {
        fc.pre(digits !== null)
        const short = numberOf(digits)
          .split('-')
          .map((group, at) => (at === 0 ? group : String(Number(group))))
          .join('-')
        expect(accountWarning(short)).toBeNull()
      }),
    )
  })
})
