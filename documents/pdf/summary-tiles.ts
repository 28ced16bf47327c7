/** Draws the summary tiles of page 1: questions with large answers, two in a row. */
import type { SummaryTile } from './blocks.ts'
import { replaceMissingGlyphs } from './glyph-fallback.ts'
import { bodySize, drawArtifact, drawTagged, ink, margin, type PdfDocument } from './pdf-document.ts'
import { resetToBodyText } from './text-blocks.ts'

const gap = 12
/** Padding of a tile in points. */
const inset = { left: 18, right: 10, top: 11, bottom: 10 }
const tileWidth = ({ width }: PdfDocument): number => (width - gap) / 2
const textWidth = (sheet: PdfDocument): number => tileWidth(sheet) - inset.left - inset.right

/** The lines of a tile: small question, large answer, small note. */
const linesOf = ({ brand }: PdfDocument, { question, answer, note }: SummaryTile) =>
  [
    { font: 'strong', size: bodySize, colour: brand.light.primary, text: replaceMissingGlyphs(question) },
    { font: 'bold', size: 17, colour: ink, text: replaceMissingGlyphs(answer) },
    { font: 'regular', size: bodySize, colour: ink, text: replaceMissingGlyphs(note) },
  ] as const

function tileHeight(sheet: PdfDocument, answer: SummaryTile): number {
  const width = textWidth(sheet)
  return linesOf(sheet, answer).reduce(
    (height, { font, size, text }) =>
      height + sheet.doc.font(font).fontSize(size).heightOfString(text, { width }),
    inset.top + inset.bottom,
  )
}

function drawTile(sheet: PdfDocument, answer: SummaryTile, left: number, top: number, height: number): void {
  const { doc, brand } = sheet
  const width = textWidth(sheet)
  drawArtifact(sheet, () => {
    doc.roundedRect(left, top, tileWidth(sheet), height, 8).fill(brand.light.tint)
    doc.roundedRect(left, top, 5, height, 2.5).fill(brand.light.primary)
  })
  doc.y = top + inset.top
  for (const { font, size, colour, text } of linesOf(sheet, answer)) {
    doc.font(font).fontSize(size).fillColor(colour)
    drawTagged(sheet, 'P', () => doc.text(text, left + inset.left, doc.y, { width }))
  }
}

export function drawSummaryTiles(sheet: PdfDocument, answers: readonly SummaryTile[]): void {
  const { doc } = sheet
  for (let first = 0; first < answers.length; first += 2) {
    const pair = answers.slice(first, first + 2)
    const height = Math.max(...pair.map(answer => tileHeight(sheet, answer)))
    const top = doc.y
    for (const [column, answer] of pair.entries()) {
      drawTile(sheet, answer, margin + column * (tileWidth(sheet) + gap), top, height)
    }
    doc.y = top + height + gap
  }
  resetToBodyText(sheet, 0.2)
}
