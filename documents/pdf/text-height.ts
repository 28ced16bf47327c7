/** A cache of text heights, because each text is measured for its section and again when it is drawn. */
import { toDrawable, type Weight } from './glyph-fallback.ts'
import { bodySize, type PdfDocument } from './pdf-document.ts'

/** The heights per document, by weight, width and text. */
const known = new WeakMap<PdfDocument, Map<string, number>>()

/** The height of a text in body size, in points. */
export function textHeight(
  sheet: PdfDocument,
  text: string,
  width: number,
  weight: Weight = 'regular',
): number {
  const heights = known.get(sheet) ?? new Map<string, number>()
  known.set(sheet, heights)
  const key = `${weight} ${width} ${text}`
  const height =
    heights.get(key) ?? sheet.doc.font(weight).fontSize(bodySize).heightOfString(toDrawable(text), { width })
  heights.set(key, height)
  return height
}
