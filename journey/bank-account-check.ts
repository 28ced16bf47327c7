/**
 * Checks a bank account number by Inland Revenue's method: bank, branch, check digit, and a three-digit
 * suffix that does not begin with 0. The payment page shows a failed check as a hint only: the tables get
 * old, and a correct number must never be refused.
 */
import { type Algorithm, algorithms, banks, firstBaseOfB } from './data/bank-accounts.ts'

export type AccountWarning = 'UNKNOWN_BANK' | 'UNKNOWN_BRANCH' | 'CHECK_DIGIT' | 'SUFFIX'

const widths = [2, 4, 8, 4] as const

/**
 * @param account with hyphens, '01-0902-0068389-00'; shorter groups count as if filled with zeros in front
 * @returns null where nothing speaks against it, and where it has not its four groups yet: that is the field's to say
 */
export function accountWarning(account: string): AccountWarning | null {
  const groups = account.split('-')
  if (groups.length !== widths.length || !groups.every(group => /^\d+$/.test(group))) return null
  const digits = widths.map((width, group) => (groups[group] ?? '').padStart(width, '0')).join('')
  if (digits.length !== 18) return null
  const bank = banks.get(digits.slice(0, 2))
  if (!bank) return 'UNKNOWN_BANK'
  const [kind, branches] = bank
  if (!isAmong(branches, digits.slice(2, 6))) return 'UNKNOWN_BRANCH'
  const algorithm = kind === 'AB' ? (Number(digits.slice(6, 14)) < firstBaseOfB ? 'A' : 'B') : kind
  if (!hasCheckDigit(digits, algorithm)) return 'CHECK_DIGIT'
  return Number(digits.slice(14)) > 99 ? 'SUFFIX' : null
}

/** Branches have four digits, so that they compare as text. */
const isAmong = (runs: string, branch: string): boolean =>
  runs.split(' ').some(run => run.slice(0, 4) <= branch && branch <= run.slice(5))

function hasCheckDigit(digits: string, algorithm: Algorithm): boolean {
  const [weights, modulo, isDigitSum] = algorithms[algorithm]
  const products = [...digits].map((digit, at) => Number(digit) * Number.parseInt(weights.charAt(at), 16))
  const sum = products.reduce((total, product) => total + (isDigitSum ? oneDigit(product) : product), 0)
  return sum % modulo === 0
}

/** Tens and ones added, twice: at most one digit is left. */
function oneDigit(product: number): number {
  const once = Math.floor(product / 10) + (product % 10)
  return Math.floor(once / 10) + (once % 10)
}
