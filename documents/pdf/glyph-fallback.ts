/** The fonts of the PDF documents, and substitutes for missing characters, so that no name is printed as empty boxes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type FontWeight = 'regular' | 'strong' | 'bold'

const fontFile = (file: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/figtree/${file}`))

/** The font files by the names that documents use; all have the same characters. */
export const fonts: Readonly<Record<FontWeight, Buffer>> = {
  regular: fontFile('400Regular/Figtree_400Regular.ttf'),
  strong: fontFile('600SemiBold/Figtree_600SemiBold.ttf'),
  bold: fontFile('700Bold/Figtree_700Bold.ttf'),
}

/** The characters of the fonts, because pdfkit does not list them; the test compares them with the files. */
const fontCharacters = [
  String.raw`\u0020-\u007E\u00A0-\u00AC\u00AE-\u0113\u0116-\u0127\u012A-\u012B\u012E-\u0137\u0139-\u013E`,
  String.raw`\u0141-\u0148\u014A-\u014D\u0150-\u0161\u0164-\u0165\u016A-\u017E\u01CD-\u01CE\u0218-\u021B\u0237`,
  String.raw`\u02C6-\u02C7\u02D8-\u02DD\u0300-\u0304\u0306-\u0308\u030A-\u030C\u0312\u0326-\u0328\u1E80-\u1E85`,
  String.raw`\u1E9E\u1EF2-\u1EF3\u2013-\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2039-\u203A\u2044`,
  String.raw`\u2070\u2074-\u2079\u2080-\u2089\u20AC\u20B9\u2122\u215B-\u215E\u2190-\u2193\u2196-\u2199\u2212`,
  String.raw`\u2215\u2260\u2264-\u2265`,
].join('')
const inFont = new RegExp(`^[${fontCharacters}]$`)

export const replacementGlyph = '?'

const has = (letter: string): boolean => inFont.test(letter)

const isSpacing = (letter: string) => /^[\s\p{Cc}\p{Cf}]$/u.test(letter)

/** A missing letter as its base letter and one mark; null if it has more, which would overlap. */
function asParts(letter: string): string | null {
  const parts = [...letter.normalize('NFD')]
  return parts.length === 2 && parts.every(has) ? parts.join('') : null
}

function drawn(letter: string): string {
  if (has(letter) || /^[\n\r]$/.test(letter)) return letter
  // The font draws an empty box for every missing character, even an invisible one.
  if (isSpacing(letter)) return /^\p{Cf}$/u.test(letter) ? '' : ' '
  return asParts(letter) ?? (/^\p{M}$/u.test(letter) ? '' : replacementGlyph)
}

/** Composes letters and marks, and replaces the ʻokina by the left quotation mark, which the font has. */
const joined = (text: string): string => text.normalize('NFC').replace(/[\u02BB\u02BC]/g, okinaOf)
const okinaOf = (mark: string): string => (mark === '\u02BB' ? '\u2018' : '\u2019')

export const replaceMissingGlyphs = (text: string): string => [...joined(text)].map(drawn).join('')

export const replaceMissingGlyphsInTexts = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'string' ? replaceMissingGlyphs(part) : part,
  )

export const hasAllGlyphs = (text: string): boolean =>
  [...joined(text)].every(letter => has(letter) || isSpacing(letter) || asParts(letter) !== null)
