/** Normalises typed or pasted text (full width, invisible characters, words, digits) for the parsers of this folder. */

/** 'ＪＨＵ９６８' → 'JHU968'. Input methods for Chinese and Japanese write letters, digits and signs in full width. */
export const toHalfWidth = (text: string): string =>
  text.replace(/[！-～]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Runs of letters and digits, separated by blanks, dashes and other signs. Invisible characters do not separate them. */
export const wordsOf = (text: string): string[] =>
  toHalfWidth(text)
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** '4111 1111–1111 1111' → '4111111111111111' */
export const stripSeparators = (text: string): string => wordsOf(text).join('')

/** True if a letter stands in for a digit: '101O', 'l2'. Without it, the other digits would be another number. */
const hasLetterAsDigit = (text: string): boolean => /(?<!\p{L})[OoIl]\d|\d[OoIl](?!\p{L})/u.test(text)

/** 'Auckland 1010' → '1010': the number, if it is the only one and has this many digits; otherwise the text. */
export function extractSingleNumber(text: string, digits: number): string {
  const plain = toHalfWidth(text)
  const [number, ...others] = plain.match(/\d+/g) ?? []
  return number?.length === digits && others.length === 0 && !hasLetterAsDigit(plain) ? number : text
}

/** Separators between groups of digits: blanks of every kind, dashes, dots, slashes, brackets. */
const mark = String.raw`[\s\p{Pd}\u2212\u02d7\u2043./\\()\[\]·•∙]`

const run = new RegExp(String.raw`(?:\+${mark}*)?\d(?:${mark}*\d)*`, 'gu')

const onlyMarks = new RegExp(`^${mark}+$`, 'u')

/** Converts full-width characters, and removes invisible ones such as soft hyphens. */
export const normalizeTypedText = (text: string): string => toHalfWidth(text.replace(/\p{Cf}/gu, ''))

/**
 * 'Acc 1: 12-3140 (home)' → ['1', '12-3140']: digits without letters between them, with a plus sign before them. None
 * if a letter stands in for a digit.
 */
export function digitRuns(text: string): readonly string[] {
  const plain = normalizeTypedText(text)
  return (hasLetterAsDigit(plain) ? null : plain.match(run)) ?? []
}

export const isSeparator = (text: string): boolean => onlyMarks.test(text)

/** Removes blanks, and the final full stop that dictation or a phone's double blank adds. */
export const trimBlanksAndFullStop = (text: string): string => text.trim().replace(/[\s.]{1,4}$/, '')
