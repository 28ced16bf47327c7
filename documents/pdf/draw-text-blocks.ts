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

export function drawHeading(pdf: PdfDocument, text: string): void {
  const { doc, brand, width } = pdf
  if (doc.y > margin) doc.moveDown(0.5)
  ensureSpace(pdf, 96)
  const top = doc.y
  doc.font('bold').fontSize(16)
  const height = doc.heightOfString(text, { width: width - 12 })
  drawArtifact(pdf, () => doc.rect(margin, top + 1, 4, height - 5).fill(brand.light.accent))
  drawTagged(pdf, 'H2', () => doc.fillColor(textColour).text(text, margin + 12, top, { width: width - 12 }))
  doc.outline.addItem(text)
  resetToBodyText(pdf, 0.35)
}

export function drawSubheading(pdf: PdfDocument, text: string): void {
  const { doc, width } = pdf
  ensureSpace(pdf, 64)
  drawTagged(pdf, 'H3', () => doc.font('bold').fontSize(12.5).text(text, margin, doc.y, { width }))
  resetToBodyText(pdf, 0.1)
}

export function drawParagraph(pdf: PdfDocument, text: string): void {
  const { doc, width } = pdf
  ensureSpace(pdf, Math.min(40, textHeight(pdf, text, width)))
  drawTagged(pdf, 'P', () => doc.text(text, margin, doc.y, { width }))
  resetToBodyText(pdf, 0.5)
}

export const noteHeight = (pdf: PdfDocument, text: string): number =>
  textHeight(pdf, text, pdf.width - 30) + 18

export function drawNote(pdf: PdfDocument, text: string): void {
  const { doc, brand, width } = pdf
  const height = noteHeight(pdf, text)
  ensureSpace(pdf, height)
  const top = doc.y
  drawArtifact(pdf, () => {
    doc.rect(margin, top, width, height).fill(brand.light.tint)
    doc.rect(margin, top, 4, height).fill(brand.light.primary)
  })
  drawTagged(pdf, 'P', () => doc.text(text, margin + 16, top + 10, { width: width - 30 }))
  doc.y = top + height
  resetToBodyText(pdf, 0.7)
}

const listIndent = 14
const itemGap = 1.5

const itemHeight = (pdf: PdfDocument, item: string): number => textHeight(pdf, item, pdf.width - listIndent)

export const listHeight = (pdf: PdfDocument, items: readonly string[]): number =>
  items.reduce((total, item) => total + itemHeight(pdf, item) + itemGap, 0)

export function drawList(pdf: PdfDocument, items: readonly string[]): void {
  const { doc, root, brand, width } = pdf
  const list = doc.struct('L')
  root.add(list)
  for (const item of items) {
    ensureSpace(pdf, itemHeight(pdf, item))
    const top = doc.y
    const entry = doc.struct('LI')
    list.add(entry)
    doc.fillColor(brand.light.primary)
    drawTagged(pdf, 'Lbl', () => doc.font('bold').text('•', margin, top, { lineBreak: false }), entry)
    doc.font('regular').fillColor(textColour)
    const drawItem = () => doc.text(item, margin + listIndent, top, { width: width - listIndent })
    drawTagged(pdf, 'LBody', drawItem, entry)
    doc.y += itemGap
  }
  resetToBodyText(pdf, 0.6)
}

export function drawTableOfContents(pdf: PdfDocument, pages: ReadonlyMap<string, string>): void {
  const { doc, root, width } = pdf
  const contents = doc.struct('TOC')
  root.add(contents)
  for (const [text, page] of pages) {
    const top = doc.y
    const start = margin + doc.widthOfString(text) + 8
    drawArtifact(pdf, () => {
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
    drawTagged(pdf, 'TOCI', drawLine, contents)
    doc.y = top + doc.currentLineHeight(true) + 5
  }
  resetToBodyText(pdf, 0.6)
}

const tileGap = 12
const inset = { left: 18, right: 10, top: 11, bottom: 10 }
const tileWidth = ({ width }: PdfDocument): number => (width - tileGap) / 2
const textWidth = (pdf: PdfDocument): number => tileWidth(pdf) - inset.left - inset.right

/** The lines of a tile: small question, large answer, small note. */
const linesOf = ({ brand }: PdfDocument, { question, answer, note }: SummaryTile) =>
  [
    { font: 'strong', size: bodySize, colour: brand.light.primary, text: question },
    { font: 'bold', size: 17, colour: textColour, text: answer },
    { font: 'regular', size: bodySize, colour: textColour, text: note },
  ] as const

function tileHeight(pdf: PdfDocument, tile: SummaryTile): number {
  const width = textWidth(pdf)
  return linesOf(pdf, tile).reduce(
    (height, { font, size, text }) =>
      height + pdf.doc.font(font).fontSize(size).heightOfString(text, { width }),
    inset.top + inset.bottom,
  )
}

function drawTile(pdf: PdfDocument, tile: SummaryTile, left: number, top: number, height: number): void {
  const { doc, brand } = pdf
  const width = textWidth(pdf)
  drawArtifact(pdf, () => {
    doc.roundedRect(left, top, tileWidth(pdf), height, 8).fill(brand.light.tint)
    doc.roundedRect(left, top, 5, height, 2.5).fill(brand.light.primary)
  })
  doc.y = top + inset.top
  for (const { font, size, colour, text } of linesOf(pdf, tile)) {
    doc.font(font).fontSize(size).fillColor(colour)
    drawTagged(pdf, 'P', () => doc.text(text, left + inset.left, doc.y, { width }))
  }
}

export function drawSummaryTiles(pdf: PdfDocument, tiles: readonly SummaryTile[]): void {
  const { doc } = pdf
  for (let first = 0; first < tiles.length; first += 2) {
    const pair = tiles.slice(first, first + 2)
    const height = Math.max(...pair.map(tile => tileHeight(pdf, tile)))
    const top = doc.y
    for (const [column, tile] of pair.entries())
      drawTile(pdf, tile, margin + column * (tileWidth(pdf) + tileGap), top, height)
    doc.y = top + height + tileGap
  }
  resetToBodyText(pdf, 0.2)
}
