/** Draws headings, paragraphs, lists, notes and the table of contents. */
import { replaceMissingGlyphs } from './glyph-fallback.ts'
import {
  bodySize,
  drawArtifact,
  drawTagged,
  ensureSpace,
  ink,
  margin,
  muted,
  type PdfDocument,
  textHeight,
} from './pdf-document.ts'

const listIndent = 14

export function drawHeading(sheet: PdfDocument, text: string): void {
  const { doc, brand, width } = sheet
  if (doc.y > margin) doc.moveDown(0.5)
  ensureSpace(sheet, 96)
  const top = doc.y
  doc.font('bold').fontSize(16)
  const height = doc.heightOfString(replaceMissingGlyphs(text), { width: width - 12 })
  drawArtifact(sheet, () => doc.rect(margin, top + 1, 4, height - 5).fill(brand.light.accent))
  drawTagged(sheet, 'H2', () =>
    doc.fillColor(ink).text(replaceMissingGlyphs(text), margin + 12, top, { width: width - 12 }),
  )
  doc.outline.addItem(replaceMissingGlyphs(text))
  resetToBodyText(sheet, 0.35)
}

export function drawSubheading(sheet: PdfDocument, text: string): void {
  const { doc, width } = sheet
  ensureSpace(sheet, 64)
  drawTagged(sheet, 'H3', () =>
    doc.font('bold').fontSize(12.5).text(replaceMissingGlyphs(text), margin, doc.y, { width }),
  )
  resetToBodyText(sheet, 0.1)
}

export function drawParagraph(sheet: PdfDocument, text: string): void {
  const { doc, width } = sheet
  ensureSpace(sheet, Math.min(40, textHeight(sheet, text, width)))
  drawTagged(sheet, 'P', () => doc.text(replaceMissingGlyphs(text), margin, doc.y, { width }))
  resetToBodyText(sheet, 0.5)
}

export function drawNote(sheet: PdfDocument, text: string): void {
  const { doc, brand, width } = sheet
  const inner = width - 30
  const height = textHeight(sheet, text, inner) + 18
  ensureSpace(sheet, height)
  const top = doc.y
  drawArtifact(sheet, () => {
    doc.rect(margin, top, width, height).fill(brand.light.tint)
    doc.rect(margin, top, 4, height).fill(brand.light.primary)
  })
  drawTagged(sheet, 'P', () => doc.text(replaceMissingGlyphs(text), margin + 16, top + 10, { width: inner }))
  doc.y = top + height
  resetToBodyText(sheet, 0.7)
}

export function drawList(sheet: PdfDocument, items: readonly string[]): void {
  const { doc, root, brand, width } = sheet
  const list = doc.struct('L')
  root.add(list)
  for (const item of items) {
    ensureSpace(sheet, textHeight(sheet, item, width - listIndent))
    const top = doc.y
    const entry = doc.struct('LI')
    list.add(entry)
    doc.fillColor(brand.light.primary)
    drawTagged(sheet, 'Lbl', () => doc.font('bold').text('•', margin, top, { lineBreak: false }), entry)
    doc.font('regular').fillColor(ink)
    drawTagged(
      sheet,
      'LBody',
      () => doc.text(replaceMissingGlyphs(item), margin + listIndent, top, { width: width - listIndent }),
      entry,
    )
    doc.y += 1.5
  }
  resetToBodyText(sheet, 0.6)
}

/** Draws one line per heading with its page number. Page numbers are empty in the first pass. */
export function drawContents(
  sheet: PdfDocument,
  pages: readonly (readonly [heading: string, page: string])[],
): void {
  const { doc, root, width } = sheet
  const contents = doc.struct('TOC')
  root.add(contents)
  for (const [text, page] of pages) {
    const top = doc.y
    const start = margin + doc.widthOfString(replaceMissingGlyphs(text)) + 8
    drawArtifact(sheet, () => {
      doc.lineWidth(0.75).strokeColor(muted).dash(1, { space: 4 })
      doc
        .moveTo(start, top + 9)
        .lineTo(margin + width - 20, top + 9)
        .stroke()
    })
    drawTagged(
      sheet,
      'TOCI',
      () => {
        doc.text(replaceMissingGlyphs(text), margin, top, { lineBreak: false })
        // A space, because screen readers join the heading and its page number.
        doc.text(` ${page}`, margin, top, { width, align: 'right', lineBreak: false })
      },
      contents,
    )
    doc.y = top + doc.currentLineHeight(true) + 5
  }
  resetToBodyText(sheet, 0.6)
}

/** Moves down some lines and resets font, size, colour and margin to body text. */
export function resetToBodyText({ doc }: PdfDocument, lines: number): void {
  doc.font('regular').fontSize(bodySize).fillColor(ink)
  doc.x = margin
  doc.moveDown(lines)
}
