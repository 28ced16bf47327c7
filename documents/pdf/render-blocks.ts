/** Renders a document's blocks as a tagged PDF, for the schedule and the wording. */

import type { Block } from './blocks.ts'
import { drawPageFooters, drawPageHeader } from './page-header.ts'
import {
  closePdfDocument,
  type DocumentMetadata,
  ensureSpace,
  openPdfDocument,
  type PdfDocument,
} from './pdf-document.ts'
import { heightBelow } from './section-heights.ts'
import { drawSummaryTiles } from './summary-tiles.ts'
import { drawTable } from './tables.ts'
import {
  drawContents,
  drawHeading,
  drawList,
  drawNote,
  drawParagraph,
  drawSubheading,
} from './text-blocks.ts'

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
