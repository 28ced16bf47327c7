/** Draws the header of page 1 (logo, brand name, title) and the footer of every page. */
import type { Brand } from '#brands/brand.ts'
import { type LogoElement, logoElements, validateLogo } from '#brands/parse-logo.ts'
import { replaceMissingGlyphs } from './glyph-fallback.ts'
import {
  bodySize,
  type DocumentMetadata,
  drawArtifact,
  drawTagged,
  lineColour,
  margin,
  mutedTextColour,
  type PdfDocument,
  resetToBodyText,
} from './pdf-document.ts'

const bandHeight = 148
const markSize = 46

function drawMark({ doc, brand }: PdfDocument, x: number, y: number): void {
  const { primary, onPrimary, accent } = brand.light
  const colours: Readonly<Record<string, string>> = {
    'var(--primary)': primary,
    'var(--on-primary)': onPrimary,
    'var(--accent)': accent,
  }
  const colour = (value: string) => colours[value] ?? value
  doc.translate(x, y).scale(markSize / 40)
  for (const element of logoElements(brand.logoSvg).filter(({ name }) => name !== 'svg')) {
    // An element of a valid logo has either a fill or a stroke.
    const { fill = 'none', stroke = 'none' } = element.attributes
    doc.save()
    drawShape(doc, element)
    if (fill === 'none') doc.stroke(colour(stroke))
    else doc.fill(colour(fill))
    doc.restore()
  }
}

function drawShape(doc: PdfDocument['doc'], { name, attributes }: LogoElement): void {
  const number = (attribute: string, otherwise = 0) => Number(attributes[attribute] ?? otherwise)
  doc.opacity(number('opacity', 1)).lineWidth(number('stroke-width', 1))
  doc.lineCap(attributes['stroke-linecap'] ?? 'butt').lineJoin(attributes['stroke-linejoin'] ?? 'miter')
  if (name === 'path') doc.path(attributes.d ?? '')
  else if (name === 'circle') doc.circle(number('cx'), number('cy'), number('r'))
  else doc.roundedRect(number('x'), number('y'), number('width'), number('height'), number('rx'))
}

/** Draws the header band with the dashed road line of the website's step bar. */
function drawBand(pdf: PdfDocument): void {
  const { doc, brand } = pdf
  const { width } = doc.page
  doc.rect(0, 0, width, bandHeight).fill(brand.light.primary)
  doc.rect(0, bandHeight, width, 5).fill(brand.light.accent)
  doc.lineWidth(2).dash(16, { space: 12 }).strokeColor(brand.light.onPrimary).strokeOpacity(0.35)
  doc
    .moveTo(margin, bandHeight - 14)
    .lineTo(width, bandHeight - 14)
    .stroke()
    .undash()
}

export function drawPageHeader(pdf: PdfDocument, { title, subtitle }: DocumentMetadata): void {
  const { doc, brand, width } = pdf
  // A logo that cannot be drawn completely is left out.
  const hasMark = validateLogo(brand.logoSvg) === null
  const left = hasMark ? margin + markSize + 6 : margin
  drawArtifact(pdf, () => {
    drawBand(pdf)
    if (hasMark) drawMark(pdf, margin - 6, 22)
  })
  doc.fillColor(brand.light.onPrimary)
  drawTagged(pdf, 'P', () => doc.font('bold').fontSize(15).text(replaceMissingGlyphs(brand.name), left, 31))
  drawTagged(pdf, 'P', () =>
    doc.font('regular').fontSize(bodySize).text(replaceMissingGlyphs(brand.tagline), left, 50),
  )
  doc.font('bold').fontSize(25)
  doc.fontSize(Math.min(25, (25 * width) / doc.widthOfString(replaceMissingGlyphs(title))))
  drawTagged(pdf, 'H1', () => doc.text(replaceMissingGlyphs(title), margin, 78, { lineBreak: false }))
  drawTagged(pdf, 'P', () =>
    doc.font('regular').fontSize(12).text(replaceMissingGlyphs(subtitle), margin, 111, { width }),
  )
  resetToBodyText(pdf, 0)
  doc.y = bandHeight + 24
}

/** Draws the footer of every page ('Page 2 of 4'), and a brand bar at the top of later pages. */
export function drawPageFooters(pdf: PdfDocument, footer: string): void {
  const { doc, brand, width } = pdf
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    // pdfkit starts a new page for text below the margin, so the margin is removed while the footer is drawn.
    doc.page.margins.bottom = 0
    const y = doc.page.height - margin + 14
    drawArtifact(pdf, () => {
      if (index > start) barOnTop(pdf, brand)
      doc
        .lineWidth(0.75)
        .strokeColor(lineColour)
        .moveTo(margin, y - 6)
        .lineTo(margin + width, y - 6)
        .stroke()
      doc.font('regular').fontSize(bodySize).fillColor(mutedTextColour)
      doc.text(replaceMissingGlyphs(footer), margin, y, { width, lineBreak: false })
      doc.text(`Page ${index - start + 1} of ${count}`, margin, y, {
        width,
        align: 'right',
        lineBreak: false,
      })
    })
    doc.page.margins.bottom = margin
  }
}

function barOnTop({ doc }: PdfDocument, brand: Brand): void {
  doc.rect(0, 0, doc.page.width, 14).fill(brand.light.primary)
  doc.rect(0, 14, doc.page.width, 2.5).fill(brand.light.accent)
}
