/** A text field for whole dollars: digits while the customer types, in step 1 (car) '$15,000' after that. */
import { dollarsText } from '#journey/money.ts'
import { stripMoneyFormat } from '#journey/plate-and-car-value.ts'
import { TextField, type TextFieldProps, type TypingLimit } from './text-field.tsx'

interface MoneyFieldProps extends Pick<TextFieldProps, 'field' | 'label' | 'hint'> {
  /** Maximum length of the typed text, without sign, commas and cents; a longer paste is shown and rejected. */
  readonly maxLength: number
  /** Allows only digits (step 3). Step 1 keeps what was typed, to explain the error. */
  readonly digitsOnly?: boolean
}

/**
 * The answer holds bare digits. Focusing changes nothing: rewriting would drop a selection that typing should replace.
 */
export function MoneyField({ maxLength, digitsOnly = false, ...props }: MoneyFieldProps) {
  return (
    <TextField
      {...props}
      inputMode="numeric"
      enterKeyHint="done"
      isShort
      transform={unformatMoneyInput}
      typingLimit={moneyTypingLimit(maxLength, digitsOnly)}
      read={stripMoneyFormat}
      shown={digitsOnly ? undefined : formatMoneyAnswer}
    />
  )
}

const isWhole = (text: string): boolean => /^\d*$/.test(stripMoneyFormat(text))
const ungrouped = (text: string): string => text.replace(/[$,\s]/g, '')
const groupMarks = (text: string): number => (text.match(/[,\s]/g) ?? []).length

/**
 * '$15,000' → '15000'. Cents stay, and so does text that is not a whole-dollar amount: the message explains
 * it. After a digit changes, the commas of an amount the field grouped no longer separate thousands.
 * @param before what the field showed
 */
export function unformatMoneyInput(typed: string, before = ''): string {
  const [whole = '', ...cents] = typed.split('.')
  const isOurGrouping = isWhole(before) && groupMarks(whole) <= groupMarks(before)
  // A comma or space just typed waits for the three digits after it.
  const isReadable = isOurGrouping || (isWhole(whole) && !/[,\s]$/.test(whole))
  return [isReadable ? ungrouped(whole) : whole, ...cents].join('.')
}

/** '15000' → '$15,000'; text with other characters stays as typed. */
export const formatMoneyAnswer = (answer: string): string =>
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
