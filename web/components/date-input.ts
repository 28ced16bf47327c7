/**
 * What a date field shows for what was typed, pasted or filled in: slashes come by themselves after the day and the
 * month while typing forward, deleting runs over them, and dates in other spellings become dd/mm/yyyy (DRIVER-04).
 */
import { isNzDay, typedDay } from '#journey/dates.ts'

/** A time of day behind a date, as tables and calendars write it; with a time zone the date could be another one here. */
const timeBehind = /[T\s]\d{1,2}:\d\d(:\d\d(\.\d{1,6})?)?$/
/** Dashes, dots, slashes, bullets, blanks: everything but letters and digits parts day, month and year. */
const separators = /[^\p{L}\p{M}\p{N}]+/u

const slashed = (day = '', month = '', year = ''): string =>
  `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}`

/** Eight digits are dd, mm, yyyy; only where these are no date of our time, and yyyy, mm, dd are one, they are that. */
function fromDigits(digits: string): string {
  const [, day, month, year = ''] = /^(\d\d)(\d\d)(\d{4})$/.exec(digits) ?? []
  const [, isoYear, isoMonth, isoDay] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  const [typed, iso] = [`${year}-${month}-${day}`, `${isoYear}-${isoMonth}-${isoDay}`]
  const isOfOurTime = /^(19|20)/.test(year) && isNzDay(typed)
  return !isOfOurTime && isNzDay(iso) ? typedDay(iso) : slashed(day, month, year)
}

/** A whole date in any of the spellings, whether or not there is such a day; null for every other text. */
function readDate(text: string): string | null {
  const parts = text.trim().replace(timeBehind, '').split(separators).filter(Boolean)
  const lengths = parts.map(part => (/^\d+$/.test(part) ? part.length : 0)).join('')
  const [one = '', two = '', three = ''] = parts
  if (/^[12][12]4$/.test(lengths)) return slashed(one, two, three)
  if (/^4[12][12]$/.test(lengths)) return slashed(three, two, one)
  return /^(8|44)$/.test(lengths) ? fromDigits(parts.join('')) : null
}

/** What stands in the field while somebody types day, month and year one after the other. */
const begun = /^\d{0,2}(\/\d{0,2}(\/\d{0,4})?)?$/

function withSlashes(text: string): string {
  const groups = text.split('/')
  const parts: string[] = []
  for (const [index, group] of groups.entries()) {
    let digits = group
    // A separator typed after one digit means the other digit is a nought: '1/' → '01/'.
    if (digits.length === 1 && index < groups.length - 1 && index < 2) digits = digits.padStart(2, '0')
    while (parts.length < 2 && digits.length >= 2) {
      parts.push(digits.slice(0, 2))
      digits = digits.slice(2)
    }
    if (digits !== '') parts.push(digits)
  }
  const [day = '', month, ...year] = parts
  if (month === undefined) return day.length === 2 ? `${day}/` : day
  return month.length === 2 ? `${day}/${month}/${year.join('')}` : `${day}/${month}`
}

/** A character typed forward, behind what was typed so far. */
function typeOn(before: string, character: string): string {
  const next = withSlashes(
    `${before}${/\d/.test(character) ? character : '/'}`.replace(/\/+/g, '/').replace(/^\//, ''),
  )
  const digits = next.replace(/\//g, '')
  return digits.length === 8 ? fromDigits(digits) : next
}

/**
 * @param typed what the field holds now, as plain text
 * @param before what the field showed
 * @param caretAtEnd whether the change was made at the end; elsewhere nothing is moved under the visitor's hands
 */
export function formatDateInput(typed: string, before = '', caretAtEnd = true): string {
  // What is no date stays as typed: the message tells, nothing is taken away.
  if (!caretAtEnd) return typed
  const character = typed.startsWith(before) ? typed.slice(before.length) : ''
  const isTypedOn = character.length === 1 && !/[\p{L}\p{M}]/u.test(character)
  if (isTypedOn && begun.test(before)) return typeOn(before, character)
  return readDate(typed) ?? typed
}

/** No further digit is typed behind a whole date. */
export const isWithinDate = (text: string): boolean => !/^\d\d\/\d\d\/\d{5}/.test(text)
