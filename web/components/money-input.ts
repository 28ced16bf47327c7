/** What a money field takes and shows: dollar signs and commas go while typing, groups come when it is left (CAR-10). */
import { stripMoney } from '#journey/car-value.ts'
import { dollarsText } from '#journey/money.ts'
import type { TypingLimit } from './use-draft-input.ts'

const isWhole = (text: string): boolean => /^\d*$/.test(stripMoney(text))
const ungrouped = (text: string): string => text.replace(/[$,\s]/g, '')
const groupMarks = (text: string): number => (text.match(/[,\s]/g) ?? []).length

/**
 * '$15,000' → '15000'. Cents stay, and so does every text that is no amount of whole dollars: the message tells. In an amount
 * that the field has grouped itself the commas part nothing any more once a digit is added or taken away.
 * @param before what the field showed
 */
export function formatMoneyInput(typed: string, before = ''): string {
  const [whole = '', ...cents] = typed.split('.')
  const isOurGrouping = isWhole(before) && groupMarks(whole) <= groupMarks(before)
  // A comma or a blank just typed waits for the three digits behind it.
  const isReadable = isOurGrouping || (isWhole(whole) && !/[,\s]$/.test(whole))
  return [isReadable ? ungrouped(whole) : whole, ...cents].join('.')
}

/** '15000' → '$15,000'; what is not all digits is shown as typed. */
export const groupedMoney = (answer: string): string =>
  /^\d{1,12}$/.test(answer) ? dollarsText(Number(answer)) : answer

/**
 * So many characters are typed before the point, without sign and commas. Cents may be typed: a point that is left out would
 * make dollars of them.
 */
export const moneyTypingLimit =
  (maximumLength: number, digitsOnly: boolean): TypingLimit =>
  (text, character) =>
    (ungrouped(text).split('.')[0] ?? '').length <= maximumLength &&
    !(digitsOnly && /[^\d.,$\s]/.test(character))
