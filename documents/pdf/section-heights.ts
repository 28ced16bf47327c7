/** Estimates the height of sections for render-blocks.ts, so that a section that fits on one page is not split. */
import type { Block } from './blocks.ts'
import { margin, type PdfDocument } from './pdf-document.ts'
import { tableHeight } from './tables.ts'
import { textHeight } from './text-height.ts'

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
export function heightBelow(sheet: PdfDocument, blocks: readonly Block[], start: number): number {
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
