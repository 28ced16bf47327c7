/**
 * The fonts of the PDF documents and the substitutes for characters that they lack. A name may contain any
 * letter, and a PDF must not print empty boxes or silently change a spelling.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

/** A font as the library opened it, of which its types say nothing; it takes one where it takes a file's bytes. */
interface OpenedFont {
  readonly characterSet: readonly number[]
  hasGlyphForCodePoint(codePoint: number): boolean
  glyphForCodePoint(codePoint: number): unknown
}

const isOpenedFont = (font: unknown): font is OpenedFont =>
  typeof font === 'object' &&
  font !== null &&
  ['characterSet', 'hasGlyphForCodePoint', 'glyphForCodePoint'].every(name => name in font)

/** Fonts are opened once for all documents: opening three fonts took half the time of a document. */
function opened(file: string): OpenedFont {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/figtree/${file}`))
  const doc: object = new PDFDocument({ autoFirstPage: false }).font(bytes)
  const { _font } = doc as { readonly _font?: { readonly font?: unknown } }
  const font = _font?.font
  if (!isOpenedFont(font)) throw new Error('the library no longer says which letters a font has')
  // The font caches a glyph with the character that first requested it. A glyph first loaded as a
  // component of another (a comma in a quotation mark) would have no character, and copied text or screen
  // readers of later PDFs would lose their commas.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
  return font
}

const regular = opened('400Regular/Figtree_400Regular.ttf')

export type Weight = 'regular' | 'strong' | 'bold'

/** The font weights by the names that documents use; all have the same characters. */
export const fonts: Readonly<Record<Weight, object>> = {
  regular,
  strong: opened('600SemiBold/Figtree_600SemiBold.ttf'),
  bold: opened('700Bold/Figtree_700Bold.ttf'),
}

/** Printed instead of a letter that the font lacks. */
export const replacementGlyph = '?'

const has = (letter: string): boolean => regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

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

/** The text with substitutes for all characters that the font lacks. */
export const toDrawable = (text: string): string => [...joined(text)].map(drawn).join('')

/** False if the font lacks a letter or mark of the text. */
export const isFullyDrawable = (text: string): boolean =>
  [...joined(text)].every(letter => has(letter) || isSpacing(letter) || asParts(letter) !== null)
