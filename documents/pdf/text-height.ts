/**
 * A cache of text heights: a section is measured before its heading is drawn, and its texts again when
 * they are drawn.
 */
import { toDrawable, type Weight } from './glyph-fallback.ts'
import { bodySize, type PdfDocument } from './pdf-document.ts'

/** Of a sheet's texts by weight and width. */
const known = new WeakMap<PdfDocument, Map<string, number>>()

/** Of a text in the size of the body, in points. */
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
