/** The PDF document that the files in pdf/ draw on: fonts, sizes, colours, page breaks, and tags for screen readers. */
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Brand } from '#brands/brand.ts'
import { type FontWeight, fonts } from './glyph-fallback.ts'

const pointsPerMm = 72 / 25.4
export const margin = 20 * pointsPerMm
/** The smallest font size in any document, and the size of most text. */
export const bodySize = 11
const lineGap = 2.5
export const textColour = '#17212B'
export const mutedTextColour = '#4A5560'
export const lineColour = '#C9CFD3'

export interface DocumentMetadata {
  readonly title: string
  readonly subtitle: string
  readonly footer: string
  readonly brand: Brand
  /** The creation date of the file; the same date gives the same bytes. */
  readonly madeAt: Date
}

export interface PdfDocument {
  readonly doc: PDFKit.PDFDocument
  readonly brand: Brand
  readonly root: PDFKit.PDFStructureElement
  /** Width between the margins, in points. */
  readonly width: number
}

/** pdfkit does not escape XMP metadata, so the title must not contain XML markup. */
const plainTitle = (text: string) => text.replaceAll('&', 'and').replace(/[<>]/g, '')

export function openPdfDocument({ title, brand, madeAt }: DocumentMetadata): PdfDocument {
  // Typed as string, because pdfkit's types lack PDF/UA.
  const subset: string = 'PDF/UA'
  const options = {
    size: 'A4',
    margins: { top: margin, right: margin, bottom: margin, left: margin },
    bufferPages: true,
    tagged: true,
    subset,
    pdfVersion: '1.7',
    lang: 'en-NZ',
    displayTitle: true,
    info: {
      Title: plainTitle(title),
      Author: plainTitle(brand.name),
      Creator: plainTitle(brand.name),
      Producer: 'PDFKit',
      CreationDate: madeAt,
    },
  } as const
  const doc = new PDFDocument(options as PDFKit.PDFDocumentOptions)
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font)
  doc.font('regular').fontSize(bodySize).lineGap(lineGap).fillColor(textColour)
  const root = doc.struct('Document')
  doc.addStructure(root)
  return { doc, brand, root, width: doc.page.width - 2 * margin }
}

/** The height of a text in body size, in points. */
export const textHeight = (
  { doc }: PdfDocument,
  text: string,
  width: number,
  weight: FontWeight = 'regular',
): number => doc.font(weight).fontSize(bodySize).heightOfString(text, { width })

/** Moves down some lines and resets font, size, colour and margin to body text. */
export function resetToBodyText({ doc }: PdfDocument, lines: number): void {
  doc.font('regular').fontSize(bodySize).fillColor(textColour)
  doc.x = margin
  doc.moveDown(lines)
}

/** Draws content that a screen reader reads, under a tag such as P or H2. */
export function drawTagged({ doc, root }: PdfDocument, tag: string, draw: () => void, parent = root): void {
  parent.add(doc.struct(tag, {}, draw))
}

/** Draws decoration that screen readers skip: bands, bars, page numbers. */
export function drawArtifact({ doc }: PdfDocument, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save()
  draw()
  doc.restore()
  doc.endMarkedContent()
}

/** Starts a new page unless this many points are left on the current one. */
export function ensureSpace({ doc }: PdfDocument, points: number): void {
  if (doc.y + points > doc.page.height - margin) doc.addPage()
}

export async function closePdfDocument({ doc, root }: PdfDocument): Promise<Uint8Array> {
  const file = buffer(doc)
  root.end()
  doc.end()
  return new Uint8Array(await file)
}
