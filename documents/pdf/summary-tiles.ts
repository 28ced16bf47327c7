/** Page 1's large answers: tiles, two in a row, that can be read without reading the rest. */
import type { Answer } from './blocks.ts'
import { drawable } from './glyph-fallback.ts'
import { artifact, bodySize, ink, margin, type Sheet, tagged } from './pdf-document.ts'
import { backToBody } from './prose.ts'

const gap = 12
/** From a tile's edges to its text; `textWidth` is what they leave. */
const inset = { left: 18, right: 10, top: 11, bottom: 10 }
const tileWidth = ({ width }: Sheet): number => (width - gap) / 2
const textWidth = (sheet: Sheet): number => tileWidth(sheet) - inset.left - inset.right

/** The three lines of a tile: small question, large answer, small note. */
const linesOf = ({ brand }: Sheet, { question, answer, note }: Answer) =>
  [
    { font: 'strong', size: bodySize, colour: brand.light.primary, text: drawable(question) },
    { font: 'bold', size: 17, colour: ink, text: drawable(answer) },
    { font: 'regular', size: bodySize, colour: ink, text: drawable(note) },
  ] as const

function tileHeight(sheet: Sheet, answer: Answer): number {
  const width = textWidth(sheet)
  return linesOf(sheet, answer).reduce(
    (height, { font, size, text }) =>
      height + sheet.doc.font(font).fontSize(size).heightOfString(text, { width }),
    inset.top + inset.bottom,
  )
}

function drawTile(sheet: Sheet, answer: Answer, left: number, top: number, height: number): void {
  const { doc, brand } = sheet
  const width = textWidth(sheet)
  artifact(sheet, () => {
    doc.roundedRect(left, top, tileWidth(sheet), height, 8).fill(brand.light.tint)
    doc.roundedRect(left, top, 5, height, 2.5).fill(brand.light.primary)
  })
  doc.y = top + inset.top
  for (const { font, size, colour, text } of linesOf(sheet, answer)) {
    doc.font(font).fontSize(size).fillColor(colour)
    tagged(sheet, 'P', () => doc.text(text, left + inset.left, doc.y, { width }))
  }
}

export function drawAnswers(sheet: Sheet, answers: readonly Answer[]): void {
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
  backToBody(sheet, 0.2)
}
