/** New Zealand bank account numbers for step 5 (payment): format, check digits, and parsing of typed or pasted text. */
import {
  algorithmBFromBase,
  banks,
  type ChecksumAlgorithm,
  checksumAlgorithms,
} from './data/bank-accounts.ts'
import { digitRuns, isSeparator, normalizeTypedText } from './typed-text.ts'

const groupLengths = [2, 4, 7, 3] as const

/** Formats the field while the customer types or pastes: '0612340000000' → '06-1234-0000000'. */
export function groupAccountDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const [, ...groups] = /^(\d{0,2})(\d{0,4})(\d{0,7})(\d{0,3})/.exec(digits) ?? []
  return groups.filter(Boolean).join('-')
}

export const accountPattern = /^\d{2}-\d{4}-\d{7}-\d{2,3}$/

export const isAccountNumber = (text: string): boolean => accountPattern.test(text)

/** The normal form of an account number: a three-digit suffix that begins with 0 is written without the 0. */
export const normalizeAccount = (account: string): string => account.replace(/-0(\d{2})$/, '-$1')

/** The masked account for pages, e-mails and documents: '06-1234-0000000-00' → '••-••••-•••••00-00'. */
export function maskAccount(account: string): string {
  const [bank = '', branch = '', base = '', suffix = ''] = account.split('-')
  const hidden = (text: string) => '•'.repeat(text.length)
  return `${hidden(bank)}-${hidden(branch)}-${hidden(base.slice(0, -2))}${base.slice(-2)}-${suffix}`
}

const widths = [2, 4, 8, 4] as const

/**
 * True for a complete account whose bank, branch, check digit or suffix is not known to be right. Short groups count as
 * if filled with zeros in front.
 */
export function isDoubtfulAccount(account: string): boolean {
  if (!/^\d{1,2}-\d{1,4}-\d{1,8}-\d{1,4}$/.test(account)) return false
  const groups = account.split('-')
  const digits = widths.map((width, at) => groups[at]?.padStart(width, '0')).join('')
  const bank = banks.get(digits.slice(0, 2))
  if (!bank) return true
  const [kind, branches] = bank
  const algorithm = kind === 'AB' ? (Number(digits.slice(6, 14)) < algorithmBFromBase ? 'A' : 'B') : kind
  return (
    !isAmong(branches, digits.slice(2, 6)) ||
    !hasCheckDigit(digits, algorithm) ||
    Number(digits.slice(14)) > 99
  )
}

/** Branches have four digits, so that they compare as text. */
const isAmong = (runs: string, branch: string): boolean =>
  runs.split(' ').some(run => run.slice(0, 4) <= branch && branch <= run.slice(5))

function hasCheckDigit(digits: string, algorithm: ChecksumAlgorithm): boolean {
  const [weights, modulo, isDigitSum] = checksumAlgorithms[algorithm]
  const products = [...digits].map((digit, at) => Number(digit) * Number.parseInt(weights.charAt(at), 16))
  const sum = products.reduce((total, product) => total + (isDigitSum ? oneDigit(product) : product), 0)
  return sum % modulo === 0
}

/** Tens and ones added, twice: at most one digit is left. */
function oneDigit(product: number): number {
  const once = Math.floor(product / 10) + (product % 10)
  return Math.floor(once / 10) + (once % 10)
}

/** A base has seven digits; Inland Revenue writes a 0 before it. Fewer than five are part of a date or a phone number. */
const written = /^\d{1,2}-\d{1,4}-0?\d{5,7}-\d{1,4}$/

/** Combines four groups to an account number: adds missing zeros in front and removes surplus ones. */
function accountOf(groups: readonly string[]): string | null {
  if (!written.test(groups.join('-'))) return null
  const [bank = '', branch = '', base = '', suffix = ''] = groups
  const account = [
    bank.padStart(2, '0'),
    branch.padStart(4, '0'),
    base.slice(-7).padStart(7, '0'),
    (suffix.length > 3 ? String(Number(suffix)) : suffix).padStart(2, '0'),
  ].join('-')
  return isAccountNumber(account) ? account : null
}

/** 15 to 18 digits. The base may have seven or eight of them: the check digit decides. If it does not, both are returned. */
function ungrouped(digits: string): readonly string[] {
  if (digits.length < 15 || digits.length > 18) return []
  const accounts = [13, 14].flatMap(end => {
    const suffix = digits.slice(end)
    const account = accountOf([digits.slice(0, 2), digits.slice(2, 6), digits.slice(6, end), suffix])
    return account && suffix.length > 1 ? [account] : []
  })
  const likely = accounts.filter(account => !isDoubtfulAccount(account))
  return likely.length === 1 ? likely : accounts
}

/** Reads five groups as four, once for each pair of neighbours: '12 31 40 0171323 50' may be 12-3140-0171323-50. */
const joined = (groups: readonly string[]): string[] =>
  groups.slice(1).flatMap((group, at) => {
    const account = accountOf([...groups.slice(0, at), groups[at] + group, ...groups.slice(at + 2)])
    return account !== null && Number(account.split('-')[3]) <= 99 ? [account] : []
  })

/** Every account that these groups can be read as, also with a blank inside a group. */
function accountsIn(groups: readonly string[]): string[] {
  return groups.flatMap((group, at) => {
    const account = accountOf(groups.slice(at, at + 4))
    const fives = [groups.slice(Math.max(at - 1, 0), at + 4), groups.slice(at, at + 5)]
    return [
      ...(account === null ? [] : [account, ...fives.flatMap(joined)]),
      ...ungrouped(group).flatMap(one => [
        one,
        ...joined([...one.split('-'), ...groups.slice(at + 1, at + 2)]),
      ]),
    ]
  })
}

/** 'Acc 1: 12-3140-171323-0050 (home)' → '12-3140-0171323-50'; null if the text contains no account, or two. */
export function parseBankAccount(text: string): string | null {
  const runs = digitRuns(normalizeTypedText(text).replace(/(\d)[_,;:|~](?=\d)/g, '$1-'))
  const accounts = runs.flatMap(run => accountsIn(run.match(/\d+/g) ?? []))
  return new Set(accounts.map(normalizeAccount)).size === 1 ? (accounts[0] ?? null) : null
}

const mostShown = 19
const mostDigits = 16

/**
 * A mark ends a short group: '01-902' → '01-0902'. A blank only ends a group that lacks one digit, as people type it
 * within groups; it completes a base of 8.
 */
function endGroup(shown: string, mark: string): string {
  const groups = shown.split('-')
  const last = groups.pop() ?? ''
  const length = groupLengths[groups.length] ?? 0
  if (groups.length === 3) return shown.replace(/-0(\d{6})-(\d)$/, '-$1$2')
  const isInside = last === '' || (mark.trim() === '' && last.length < length - 1)
  return isInside ? shown : [...groups, last.padStart(length, '0')].join('-')
}

/** Inland Revenue's 18 digits typed without a separator: the check digit shows that the base has eight digits. */
function undoubted(digits: string): string | null {
  const account = parseBankAccount(digits)
  return account !== null && !isDoubtfulAccount(account) ? account : null
}

/** Ignores a digit beyond the account's length, unless it completes another way of writing the account. */
function typeByKey(text: string, before: string): string {
  const isAtEnd = text.startsWith(before)
  const added = text.slice(before.length)
  if (isAtEnd && isSeparator(added)) return endGroup(before, added)
  const digits = text.replace(/\D/g, '')
  if (digits.length <= mostDigits) return groupAccountDigits(text)
  return (isAtEnd ? (parseBankAccount(text) ?? undoubted(digits)) : null) ?? before
}

/** Text that is no complete account keeps its groups; if it is too long for the field, only its digits are shown. */
function showUnread(text: string): string {
  const groups = normalizeTypedText(text).match(/\d+/g) ?? []
  const digits = groups.join('')
  if (groups.length === 1 && digits.length < 15) return groupAccountDigits(digits)
  const shown = groups.join('-')
  return shown.length <= mostShown && !isAccountNumber(shown) ? shown : digits.slice(0, mostShown)
}

const endsWithFullGroup = (shown: string): boolean => /^\d{2}(-\d{4}(-\d{7})?)?$/.test(shown)

/**
 * The text of the account field, 19 characters at most. Typed digits are grouped one by one. Text that arrives at
 * once is parsed as a whole, and stays unchanged if it is no account number.
 * @param before the previous text of the field
 * @param inserted the text that was pasted or filled in at once; null for a key
 */
export function formatBankAccountInput(text: string, before: string, inserted: string | null): string {
  const plain = normalizeTypedText(text)
  const isGrouped = groupAccountDigits(before) === before
  if (inserted === null && isGrouped) return typeByKey(plain, before)
  // A number may be copied group by group.
  const isAdded = isGrouped && inserted !== null && before !== '' && text === before + inserted
  const whole = isAdded && endsWithFullGroup(before) ? `${before}-${inserted}` : text
  const account = parseBankAccount(whole)
  if (account !== null) return account
  const goesOn = isAdded && /^\d+$/.test(inserted) && plain.replace(/\D/g, '').length <= mostDigits
  return goesOn ? groupAccountDigits(plain) : showUnread(whole)
}
