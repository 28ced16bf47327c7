/** Blocks in, a tagged PDF out: the only way documents become paper. */

import type { Block } from './blocks.ts'
import { drawFeet, drawMasthead } from './page-header.ts'
import { closeSheet, openSheet, type Paper, room, type Sheet } from './pdf-document.ts'
import { drawContents, drawHeading, drawList, drawNote, drawParagraph, drawSubheading } from './prose.ts'
import { heightBelow } from './section-heights.ts'
import { drawAnswers } from './summary-tiles.ts'
import { drawTable } from './tables.ts'

/** The pages headings stand on, by heading; empty until they are known. */
type Pages = Map<string, number>

const contentsOf = (blocks: readonly Block[], known: Pages) =>
  blocks.flatMap(block =>
    block.kind === 'heading' ? [[block.text, String(known.get(block.text) ?? '')] as const] : [],
  )

function drawBlock(sheet: Sheet, block: Block, blocks: readonly Block[], known: Pages): void {
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
      drawAnswers(sheet, block.answers)
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

function draw(paper: Paper, blocks: readonly Block[], known: Pages): { sheet: Sheet; pages: Pages } {
  const sheet = openSheet(paper)
  const pages: Pages = new Map()
  drawMasthead(sheet, paper)
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') room(sheet, heightBelow(sheet, blocks, index))
    drawBlock(sheet, block, blocks, known)
    if (block.kind === 'heading') pages.set(block.text, sheet.doc.bufferedPageRange().count)
  }
  return { sheet, pages }
}

/** The finished PDF. Headings are told apart by their text, so no paper may use one twice. */
export function layOut(paper: Paper, blocks: readonly Block[]): Promise<Uint8Array> {
  const hasContents = blocks.some(block => block.kind === 'contents')
  const known: Pages = hasContents ? draw(paper, blocks, new Map()).pages : new Map()
  const { sheet } = draw(paper, blocks, known)
  drawFeet(sheet, paper.footer)
  return closeSheet(sheet)
}
