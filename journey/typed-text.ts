/**
 * Converts characters from pasted text or an input method to keyboard characters, and finds words and
 * numbers in them.
 */

/** 'ＪＨＵ９６８' → 'JHU968'. Input methods for Chinese and Japanese write letters, digits and signs in full width. */
export const halfWidth = (text: string): string =>
  text.replace(/[！-～]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Runs of letters and digits. Blanks, dashes and other signs part them; what nobody sees (a soft hyphen, marks of direction) does not. */
export const wordsOf = (text: string): string[] =>
  halfWidth(text)
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** '4111 1111–1111 1111' → '4111111111111111' */
export const lettersAndDigits = (text: string): string => wordsOf(text).join('')

/** The one number of so many digits in a text: 'Auckland 1010' → '1010'. Where there is none, or digits beside it, the text stays. */
export function onlyNumber(text: string, digits: number): string {
  const [number, ...others] = halfWidth(text).match(/\d+/g) ?? []
  return number?.length === digits && others.length === 0 ? number : text
}

/** What people and programs write between groups of digits: blanks of every kind, dashes, dots, slashes, brackets. */
const mark = String.raw`[\s\p{Pd}\u2212\u02d7\u2043./\\()\[\]·•∙]`

const run = new RegExp(String.raw`(?:\+${mark}*)?\d(?:${mark}*\d)*`, 'gu')

const onlyMarks = new RegExp(`^${mark}+$`, 'u')

/** Characters of full width as a keyboard writes them, without marks that nobody sees: soft hyphens, marks of direction. */
export const toKeyboardText = (text: string): string => halfWidth(text.replace(/\p{Cf}/gu, ''))

/** 'Acc 1: 12-3140 (home)' → ['1', '12-3140']: what no letter parts, with the plus sign in front of it. */
export const digitRuns = (text: string): readonly string[] => toKeyboardText(text).match(run) ?? []

export const isGroupMark = (text: string): boolean => onlyMarks.test(text)
