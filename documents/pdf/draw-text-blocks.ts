/** Draws headings, paragraphs, notes, lists, the table of contents and the summary of page 1. */
import type { SummaryTile } from './blocks.ts'
import {
  bodySize,
  drawArtifact,
  drawTagged,
  ensureSpace,
  margin,
  mutedTextColour,
  type PdfDocument,
  resetToBodyText,
  textColour,
  textHeight,
} from './pdf-document.ts'

export function drawHeading(sheet: PdfDocument, text: string): void {
  const { doc, brand, width } = sheet
  if (doc.y > margin) doc.moveDown(0.5)
  ensureSpace(sheet, 96)
  const top = doc.y
  doc.font('bold').fontSize(16)
  const height = doc.heightOfString(text, { width: width - 12 })
  drawArtifact(sheet, () => doc.rect(margin, top + 1, 4, height - 5).fill(brand.light.accent))
  drawTagged(sheet, 'H2', () => doc.fillColor(textColour).text(text, margin + 12, top, { width: width - 12 }))
  doc.outline.addItem(text)
  resetToBodyText(sheet, 0.35)
}

export function drawSubheading(sheet: PdfDocument, text: string): void {
  const { doc, width } = sheet
  ensureSpace(sheet, 64)
  drawTagged(sheet, 'H3', () => doc.font('bold').fontSize(12.5).text(text, margin, doc.y, { width }))
  resetToBodyText(sheet, 0.1)
}

export function drawParagraph(sheet: PdfDocument, text: string): void {
  const { doc, width } = sheet
  ensureSpace(sheet, Math.min(40, textHeight(sheet, text, width)))
  drawTagged(sheet, 'P', () => doc.text(text, margin, doc.y, { width }))
  resetToBodyText(sheet, 0.5)
}

export const noteHeight = (sheet: PdfDocument, text: string): number =>
  textHeight(sheet, text, sheet.width - 30) + 18

export function drawNote(sheet: PdfDocument, text: string): void {
  const { doc, brand, width } = sheet
  const height = noteHeight(sheet, text)
  ensureSpace(sheet, height)
  const top = doc.y
  drawArtifact(sheet, () => {
    doc.rect(margin, top, width, height).fill(brand.light.tint)
    doc.rect(margin, top, 4, height).fill(brand.light.primary)
  })
  drawTagged(sheet, 'P', () => doc.text(text, margin + 16, top + 10, { width: width - 30 }))
  doc.y = top + height
  resetToBodyText(sheet, 0.7)
}

const listIndent = 14
/** Points below each item. */
const itemGap = 1.5

const itemHeight = (sheet: PdfDocument, item: string): number =>
  textHeight(sheet, item, sheet.width - listIndent)

export const listHeight = (sheet: PdfDocument, items: readonly string[]): number =>
  items.reduce((total, item) => total + itemHeight(sheet, item) + itemGap, 0)

export function drawList(sheet: PdfDocument, items: readonly string[]): void {
  const { doc, root, brand, width } = sheet
  const list = doc.struct('L')
  root.add(list)
  for (const item of items) {
    ensureSpace(sheet, itemHeight(sheet, item))
    const top = doc.y
    const entry = doc.struct('LI')
    list.add(entry)
    doc.fillColor(brand.light.primary)
    drawTagged(sheet, 'Lbl', () => doc.font('bold').text('•', margin, top, { lineBreak: false }), entry)
    doc.font('regular').fillColor(textColour)
    const drawItem = () => doc.text(item, margin + listIndent, top, { width: width - listIndent })
    drawTagged(sheet, 'LBody', drawItem, entry)
    doc.y += itemGap
  }
  resetToBodyText(sheet, 0.6)
}

/** Draws one line per heading with its page number. */
export function drawContents(sheet: PdfDocument, pages: ReadonlyMap<string, string>): void {
  const { doc, root, width } = sheet
  const contents = doc.struct('TOC')
  root.add(contents)
  for (const [text, page] of pages) {
    const top = doc.y
    const start = margin + doc.widthOfString(text) + 8
    drawArtifact(sheet, () => {
      doc.lineWidth(0.75).strokeColor(mutedTextColour).dash(1, { space: 4 })
      doc
        .moveTo(start, top + 9)
        .lineTo(margin + width - 20, top + 9)
        .stroke()
    })
    const drawLine = () => {
      doc.text(text, margin, top, { lineBreak: false })
      // A space, because screen readers join the heading and its page number.
      doc.text(` ${page}`, margin, top, { width, align: 'right', lineBreak: false })
    }
    drawTagged(sheet, 'TOCI', drawLine, contents)
    doc.y = top + doc.currentLineHeight(true) + 5
  }
  resetToBodyText(sheet, 0.6)
}

const tileGap = 12
/** Padding of a tile in points. */
const inset = { left: 18, right: 10, top: 11, bottom: 10 }
const tileWidth = ({ width }: PdfDocument): number => (width - tileGap) / 2
const textWidth = (sheet: PdfDocument): number => tileWidth(sheet) - inset.left - inset.right

/** The lines of a tile: small question, large answer, small note. */
const linesOf = ({ brand }: PdfDocument, { question, answer, note }: SummaryTile) =>
  [
    { font: 'strong', size: bodySize, colour: brand.light.primary, text: question },
    { font: 'bold', size: 17, colour: textColour, text: answer },
    { font: 'regular', size: bodySize, colour: textColour, text: note },
  ] as const

function tileHeight(sheet: PdfDocument, tile: SummaryTile): number {
  const width = textWidth(sheet)
  return linesOf(sheet, tile).reduce(
    (height, { font, size, text }) =>
      height + sheet.doc.font(font).fontSize(size).heightOfString(text, { width }),
    inset.top + inset.bottom,
  )
}

function drawTile(sheet: PdfDocument, tile: SummaryTile, left: number, top: number, height: number): void {
  const { doc, brand } = sheet
  const width = textWidth(sheet)
  drawArtifact(sheet, () => {
    doc.roundedRect(left, top, tileWidth(sheet), height, 8).fill(brand.light.tint)
    doc.roundedRect(left, top, 5, height, 2.5).fill(brand.light.primary)
  })
  doc.y = top + inset.top
  for (const { font, size, colour, text } of linesOf(sheet, tile)) {
    doc.font(font).fontSize(size).fillColor(colour)
    drawTagged(sheet, 'P', () => doc.text(text, left + inset.left, doc.y, { width }))
  }
}

export function drawSummaryTiles(sheet: PdfDocument, tiles: readonly SummaryTile[]): void {
  const { doc } = sheet
  for (let first = 0; first < tiles.length; first += 2) {
    const pair = tiles.slice(first, first + 2)
    const height = Math.max(...pair.map(tile => tileHeight(sheet, tile)))
    const top = doc.y
    for (const [column, tile] of pair.entries())
      drawTile(sheet, tile, margin + column * (tileWidth(sheet) + tileGap), top, height)
    doc.y = top + height + tileGap
  }
  resetToBodyText(sheet, 0.2)
}
