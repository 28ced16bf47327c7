/**
 * Formats the text of a money field: removes dollar signs and commas while typing, and groups digits when the
 * field is left.
 */
import { stripMoney } from '#journey/car-value.ts'
import { dollarsText } from '#journey/money.ts'
import type { TypingLimit } from './use-draft-field.ts'

const isWhole = (text: string): boolean => /^\d*$/.test(stripMoney(text))
const ungrouped = (text: string): string => text.replace(/[$,\s]/g, '')
const groupMarks = (text: string): number => (text.match(/[,\s]/g) ?? []).length

/**
 * '$15,000' → '15000'. Cents stay, and so does text that is not a whole-dollar amount: the message explains
 * it. After a digit changes, the commas of an amount the field grouped no longer separate thousands.
 * @param before what the field showed
 */
export function formatMoneyInput(typed: string, before = ''): string {
  const [whole = '', ...cents] = typed.split('.')
  const isOurGrouping = isWhole(before) && groupMarks(whole) <= groupMarks(before)
  // A comma or space just typed waits for the three digits after it.
  const isReadable = isOurGrouping || (isWhole(whole) && !/[,\s]$/.test(whole))
  return [isReadable ? ungrouped(whole) : whole, ...cents].join('.')
}

/** '15000' → '$15,000'; text with other characters stays as typed. */
export const groupedMoney = (answer: string): string =>
  /^\d{1,12}$/.test(answer) ? dollarsText(Number(answer)) : answer

/**
 * Limits the characters before the decimal point, without sign and commas. Cents may be typed: without its
 * point '15.00' would become 1500 dollars.
 */
export const moneyTypingLimit =
  (maximumLength: number, digitsOnly: boolean): TypingLimit =>
  (text, character) =>
    (ungrouped(text).split('.')[0] ?? '').length <= maximumLength &&
    !(digitsOnly && /[^\d.,$\s]/.test(character))
