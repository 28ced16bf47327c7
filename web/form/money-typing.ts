/** What a money field takes and shows: dollar signs and commas go while typing, groups come when it is left (CAR-10). */
import { stripMoney } from '#journey/car-value.ts'
import { dollarsText } from '#journey/money.ts'

/**
 * '$15,000.00' → '15000', cut at the longest length. Other characters stay, so that the message can name them; where only
 * digits are taken, a point does too: cents typed behind one that had gone would be dollars.
 */
export const typeMoney = (typed: string, maximumLength: number, digitsOnly = false): string => {
  const stripped = stripMoney(typed)
  const kept = digitsOnly ? stripped.replace(/[^\d.]/g, '') : stripped.replace(/\.00$/, '')
  return kept.slice(0, maximumLength)
}

/** The answer in what step 1 shows: '$15,000' → '15000'. A last point goes only here: cents may still be typed behind it. */
export const bareMoney = (typed: string): string => stripMoney(typed).replace(/\.$/, '')

/** '15000.50' → '15000' */
export const wholeDollars = (typed: string): string => stripMoney(typed).replace(/\..*/, '')

/** '15000' → '$15,000'; what is not all digits is shown as typed. */
export const groupedMoney = (answer: string): string =>
  /^\d{1,12}$/.test(answer) ? dollarsText(Number(answer)) : answer
