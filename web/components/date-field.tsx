/** A text field for a date (dd/mm/yyyy) that inserts the slashes and accepts pasted dates. */
import type { ReactNode } from 'react'
import { formatDay, isNzDay } from '#journey/dates.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface DateFieldProps extends Pick<TextFieldProps, 'field' | 'label' | 'hint' | 'autoComplete'> {
  readonly picker?: ReactNode
}

export const DateField = ({ picker, ...props }: DateFieldProps) => (
  <TextField
    {...props}
    inputMode="numeric"
    isShort
    transform={(typed, before, _inserted, isAtEnd) => formatDateInput(typed, before, isAtEnd)}
    typingLimit={fitsDateLength}
  >
    {picker}
  </TextField>
)

/**
 * A time of day after a date, as spreadsheets and calendars write it. A time with a time zone does not match,
 * because the date could differ here.
 */
const timeBehind = /[T\s]\d{1,2}:\d\d(:\d\d(\.\d{1,6})?)?$/
/** Dashes, dots, slashes, bullets, spaces: everything but letters and digits separates day, month and year. */
const separators = /[^\p{L}\p{M}\p{N}]+/u

const slashed = (day = '', month = '', year = ''): string =>
  `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}`

/** Eight digits are ddmmyyyy; they are yyyymmdd only if ddmmyyyy gives no plausible date and yyyymmdd does. */
function fromDigits(digits: string): string {
  const [, day, month, year = ''] = /^(\d\d)(\d\d)(\d{4})$/.exec(digits) ?? []
  const [, isoYear, isoMonth, isoDay] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  const [typed, iso] = [`${year}-${month}-${day}`, `${isoYear}-${isoMonth}-${isoDay}`]
  const isOfOurTime = /^(19|20)/.test(year) && isNzDay(typed)
  return !isOfOurTime && isNzDay(iso) ? formatDay(iso) : slashed(day, month, year)
}

/** Reads a whole date in any supported spelling, even if the day does not exist; null for other text. */
function readDate(text: string): string | null {
  const parts = text.trim().replace(timeBehind, '').split(separators).filter(Boolean)
  const lengths = parts.map(part => (/^\d+$/.test(part) ? part.length : 0)).join('')
  const [one = '', two = '', three = ''] = parts
  if (/^[12][12]4$/.test(lengths)) return slashed(one, two, three)
  if (/^4[12][12]$/.test(lengths)) return slashed(three, two, one)
  return /^(8|44)$/.test(lengths) ? fromDigits(parts.join('')) : null
}

/** The field's text while the customer types day, month and year in order. */
const begun = /^\d{0,2}(\/\d{0,2}(\/\d{0,4})?)?$/

function withSlashes(text: string): string {
  // A separator after one digit adds a leading zero: '1/' → '01/'.
  const padded = text.replace(/^(?=\d\/)/, '0').replace(/^(\d\d\/)(?=\d\/)/, '$&0')
  const digits = padded.replace(/\//g, '')
  const [day, month, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  if (day.length < 2) return day
  return month.length < 2 ? `${day}/${month}` : `${day}/${month}/${year}`
}

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
 * @param isAtEnd whether the change was made at the end; elsewhere the text stays as typed
 */
export function formatDateInput(typed: string, before = '', isAtEnd = true): string {
  if (!isAtEnd) return typed
  const character = typed.startsWith(before) ? typed.slice(before.length) : ''
  const isTypedOn = character.length === 1 && !/[\p{L}\p{M}]/u.test(character)
  if (isTypedOn && begun.test(before)) return typeOn(before, character)
  // Text that is not a date stays as typed: the error message explains it.
  return readDate(typed) ?? typed
}

export const fitsDateLength = (text: string): boolean => !/^\d\d\/\d\d\/\d{5}/.test(text)
