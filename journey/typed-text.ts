/** Converts characters from pasted text or an input method to keyboard characters, for pages and calls. */

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
