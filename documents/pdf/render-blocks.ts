/**
 * Renders a document's blocks as a tagged PDF, for the schedule and the policy wording. A section that fits on one
 * page is not split.
 */
import type { Block, SummaryTile } from './blocks.ts'
import { replaceMissingGlyphs } from './glyph-fallback.ts'
import { drawPageFooters, drawPageHeader } from './page-header-and-footer.ts'
import {
  bodySize,
  closePdfDocument,
  type DocumentMetadata,
  drawArtifact,
  drawTagged,
  ensureSpace,
  ink,
  margin,
  openPdfDocument,
  type PdfDocument,
  textHeight,
} from './pdf-document.ts'
import { drawTable, tableHeight } from './tables.ts'
import {
  drawContents,
  drawHeading,
  drawList,
  drawNote,
  drawParagraph,
  drawSubheading,
  resetToBodyText,
} from './text-blocks.ts'

const tileGap = 12
/** Padding of a tile in points. */
const inset = { left: 18, right: 10, top: 11, bottom: 10 }
const tileWidth = ({ width }: PdfDocument): number => (width - tileGap) / 2
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

function drawSummaryTiles(sheet: PdfDocument, answers: readonly SummaryTile[]): void {
  const { doc } = sheet
  for (let first = 0; first < answers.length; first += 2) {
    const pair = answers.slice(first, first + 2)
    const height = Math.max(...pair.map(answer => tileHeight(sheet, answer)))
    const top = doc.y
    for (const [column, answer] of pair.entries()) {
      drawTile(sheet, answer, margin + column * (tileWidth(sheet) + tileGap), top, height)
    }
    doc.y = top + height + tileGap
  }
  resetToBodyText(sheet, 0.2)
}

const headingHeight = 40
const gap = 12

function blockHeight(sheet: PdfDocument, block: Block): number {
  const sum = (heights: readonly number[]) => heights.reduce((total, height) => total + height, gap)
  switch (block.kind) {
    case 'heading':
      return headingHeight
    case 'subheading':
      return headingHeight / 2
    case 'paragraph':
      return textHeight(sheet, block.text, sheet.width) + gap
    case 'note':
      return textHeight(sheet, block.text, sheet.width - 30) + 18 + gap
    case 'list':
      return sum(block.items.map(item => textHeight(sheet, item, sheet.width - 14) + 1.5))
    case 'facts':
    case 'table':
      return tableHeight(sheet, block) + gap
    default:
      return 0
  }
}

const takesRows = ({ kind }: Block) => kind === 'facts' || kind === 'table' || kind === 'list'

/**
 * The points that must be left for a heading: its whole section up to the next heading or page break, or for a
 * long section the part up to its first table rows.
 */
function heightBelow(sheet: PdfDocument, blocks: readonly Block[], start: number): number {
  const after = blocks.slice(start + 1)
  const end = after.findIndex(({ kind }) => kind === 'heading' || kind === 'newPage')
  const section = end < 0 ? after : after.slice(0, end)
  const most = (sheet.doc.page.height - 2 * margin) * 0.42
  let whole = headingHeight
  for (const block of section) if (whole < most) whole += blockHeight(sheet, block)
  if (whole < most) return whole
  const first = section.findIndex(takesRows)
  const lead = section.slice(0, first < 0 ? 1 : first)
  const rows = section[first]
  const shown = rows ? Math.min(blockHeight(sheet, rows), 150) : 0
  return lead.reduce((total, block) => total + blockHeight(sheet, block), headingHeight + shown)
}

/** The page of each heading; empty in the first pass. */
type Pages = Map<string, number>

const contentsOf = (blocks: readonly Block[], known: Pages) =>
  blocks.flatMap(block =>
    block.kind === 'heading' ? [[block.text, String(known.get(block.text) ?? '')] as const] : [],
  )

function drawBlock(sheet: PdfDocument, block: Block, blocks: readonly Block[], known: Pages): void {
  switch (block.kind) {
    case 'heading':
      drawHeading(sheet, block.text)
      break
    case 'subheading':
      drawSubheading(sheet, block.text)
      break
    case 'paragraph':
      drawParagraph(sheet, block.text)
      break
    case 'note':
      drawNote(sheet, block.text)
      break
    case 'list':
      drawList(sheet, block.items)
      break
    case 'answers':
      drawSummaryTiles(sheet, block.answers)
      break
    case 'facts':
    case 'table':
      drawTable(sheet, block)
      break
    case 'contents':
      drawContents(sheet, contentsOf(blocks, known))
      break
    case 'newPage':
      sheet.doc.addPage()
      break
    case 'endOfFirstPage':
      if (sheet.doc.bufferedPageRange().count === 1) sheet.doc.addPage()
  }
}

function draw(
  paper: DocumentMetadata,
  blocks: readonly Block[],
  known: Pages,
): { sheet: PdfDocument; pages: Pages } {
  const sheet = openPdfDocument(paper)
  const pages: Pages = new Map()
  drawPageHeader(sheet, paper)
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') ensureSpace(sheet, heightBelow(sheet, blocks, index))
    drawBlock(sheet, block, blocks, known)
    if (block.kind === 'heading') pages.set(block.text, sheet.doc.bufferedPageRange().count)
  }
  return { sheet, pages }
}

/** Returns the PDF's bytes. Headings are identified by their text, so each must be unique in a document. */
export function renderBlocks(paper: DocumentMetadata, blocks: readonly Block[]): Promise<Uint8Array> {
  const hasContents = blocks.some(block => block.kind === 'contents')
  const known: Pages = hasContents ? draw(paper, blocks, new Map()).pages : new Map()
  const { sheet } = draw(paper, blocks, known)
  drawPageFooters(sheet, paper.footer)
  return closePdfDocument(sheet)
}
