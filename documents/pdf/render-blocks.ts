/** Renders the blocks of the schedule or the wording as a tagged PDF. A section that fits on one page is not split. */
import type { Block } from './blocks.ts'
import { drawTable, tableHeight } from './draw-tables.ts'
import {
  drawHeading,
  drawList,
  drawNote,
  drawParagraph,
  drawSubheading,
  drawSummaryTiles,
  drawTableOfContents,
  listHeight,
  noteHeight,
} from './draw-text-blocks.ts'
import { replaceMissingGlyphsInTexts } from './glyph-fallback.ts'
import { drawPageFooters, drawPageHeader } from './page-header-and-footer.ts'
import {
  closePdfDocument,
  type DocumentMetadata,
  ensureSpace,
  margin,
  openPdfDocument,
  type PdfDocument,
  textHeight,
} from './pdf-document.ts'

const headingHeight = 40
const gap = 12

/** The headings with their pages; a page is '' while it is unknown. */
type Contents = ReadonlyMap<string, string>

interface BlockLayout {
  readonly draw: () => void
  /** Points with the space below; undefined for a block that no section contains. */
  readonly height?: () => number
}

function layoutOf(pdf: PdfDocument, block: Block, contents: Contents): BlockLayout {
  const { doc } = pdf
  switch (block.kind) {
    case 'heading':
      return { draw: () => drawHeading(pdf, block.text), height: () => headingHeight }
    case 'subheading':
      return { draw: () => drawSubheading(pdf, block.text), height: () => headingHeight / 2 }
    case 'paragraph':
      return {
        draw: () => drawParagraph(pdf, block.text),
        height: () => textHeight(pdf, block.text, pdf.width) + gap,
      }
    case 'note':
      return { draw: () => drawNote(pdf, block.text), height: () => noteHeight(pdf, block.text) + gap }
    case 'list':
      return { draw: () => drawList(pdf, block.items), height: () => listHeight(pdf, block.items) + gap }
    case 'labelled-values':
    case 'table':
      return { draw: () => drawTable(pdf, block), height: () => tableHeight(pdf, block) + gap }
    case 'answers':
      return { draw: () => drawSummaryTiles(pdf, block.answers) }
    case 'contents':
      return { draw: () => drawTableOfContents(pdf, contents) }
    case 'newPage':
      return { draw: () => doc.addPage() }
    case 'endOfFirstPage':
      return { draw: () => doc.bufferedPageRange().count === 1 && doc.addPage() }
  }
}

const takesRows = ({ kind }: Block) => kind === 'labelled-values' || kind === 'table' || kind === 'list'

/** The points that a heading needs below it: its whole section, or the part of a long one up to its first table rows. */
function heightOfSection(after: readonly Block[], pageHeight: number, heightOf: (block: Block) => number) {
  const end = after.findIndex(({ kind }) => kind === 'heading' || kind === 'newPage')
  const section = end < 0 ? after : after.slice(0, end)
  const total = (blocks: readonly Block[]) =>
    blocks.reduce((sum, block) => sum + heightOf(block), headingHeight)
  const whole = total(section)
  if (whole < pageHeight * 0.42) return whole
  const first = section.findIndex(takesRows)
  const rows = section[first]
  return total(section.slice(0, first < 0 ? 1 : first)) + (rows ? Math.min(heightOf(rows), 150) : 0)
}

function draw(metadata: DocumentMetadata, blocks: readonly Block[], contents: Contents) {
  const pdf = openPdfDocument(metadata)
  const pageHeight = pdf.doc.page.height - 2 * margin
  const heightOf = (block: Block) => layoutOf(pdf, block, contents).height?.() ?? 0
  const pages = new Map<string, string>()
  drawPageHeader(pdf, metadata)
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading')
      ensureSpace(pdf, heightOfSection(blocks.slice(index + 1), pageHeight, heightOf))
    layoutOf(pdf, block, contents).draw()
    if (block.kind === 'heading') pages.set(block.text, String(pdf.doc.bufferedPageRange().count))
  }
  return { pdf, pages }
}

/** Returns the PDF's bytes. Headings are identified by their text, so each must be unique in a document. */
export function renderBlocks(metadata: DocumentMetadata, content: readonly Block[]): Promise<Uint8Array> {
  const blocks = replaceMissingGlyphsInTexts(content)
  const headings = blocks.flatMap(block => (block.kind === 'heading' ? [[block.text, ''] as const] : []))
  const hasContents = blocks.some(block => block.kind === 'contents')
  // The first pass finds the pages of the headings.
  const contents = hasContents ? draw(metadata, blocks, new Map(headings)).pages : new Map()
  const { pdf } = draw(metadata, blocks, contents)
  drawPageFooters(pdf, metadata.footer)
  return closePdfDocument(pdf)
}
