/** Draws tables with header cells for screen readers. pdfkit's own tables take twice as long. */
import type { Block } from './blocks.ts'
import {
  bodySize,
  drawArtifact,
  ensureSpace,
  lineColour,
  margin,
  type PdfDocument,
  resetToBodyText,
  textColour,
  textHeight,
} from './pdf-document.ts'

/** 'labelled-values' is a table of two columns without a header row. */
type TableBlock = Extract<Block, { kind: 'labelled-values' | 'table' }>

interface Cell {
  readonly text: string
  /** Points from the left edge of the page to the text, and the width of the text. */
  readonly left: number
  readonly width: number
  readonly align: 'left' | 'right'
  /** Only header cells have one. pdfkit supports it, but its types lack it. */
  readonly options: { readonly title?: string; readonly scope?: 'Row' | 'Column' }
}

interface Row {
  readonly cells: readonly Cell[]
  readonly isHead: boolean
  readonly height: number
}

const labelWidth = 165
/** Padding left and right of a text, and above and below it, in points. */
const side = 8
const air = (block: TableBlock): number => (block.kind === 'table' && block.dense ? 3 : 5.5)

const weightOf = ({ options }: Cell) => (options.scope ? 'strong' : 'regular')

/** Adds a space before each line break, because screen readers would join the words. */
const spoken = (text: string): string => text.replaceAll('\n', ' \n')

/** The rows with their measures. The cells of a header row and the first cell of every other row are headers. */
function rowsOf(pdf: PdfDocument, block: TableBlock): Row[] {
  const isTable = block.kind === 'table'
  const texts = isTable ? [block.head, ...block.rows] : block.rows.map(({ label, value }) => [label, value])
  const others = isTable ? block.widths : [pdf.width - labelWidth]
  const widths = [others.reduce((left, width) => left - width, pdf.width), ...others]
  let edge = margin
  const columns = widths.map((width, column) => {
    const left = edge + side
    edge += width
    const isAmount = isTable && block.amounts && column === widths.length - 1
    return { left, width: width - 2 * side, align: isAmount ? 'right' : 'left' } as const
  })
  return texts.map((row, index) => {
    const isHead = isTable && index === 0
    const cells = columns.map(
      (column, place): Cell => ({
        ...column,
        text: spoken(row[place] ?? ''),
        options: isHead ? { scope: 'Column' } : place === 0 ? { scope: 'Row' } : {},
      }),
    )
    const heights = cells.map(cell => textHeight(pdf, cell.text, cell.width, weightOf(cell)))
    return { cells, isHead, height: Math.max(...heights) + 2 * air(block) }
  })
}

/** The height of a table in points, without the space below it. */
export const tableHeight = (pdf: PdfDocument, block: TableBlock): number =>
  rowsOf(pdf, block).reduce((total, { height }) => total + height, 0)

export function drawTable(pdf: PdfDocument, block: TableBlock): void {
  const { doc, root, brand, width } = pdf
  ensureSpace(pdf, block.kind === 'labelled-values' ? 60 : 80)
  const table = doc.struct('Table')
  root.add(table)
  for (const { cells, isHead, height } of rowsOf(pdf, block)) {
    ensureSpace(pdf, height)
    const top = doc.y
    const bottom = top + height
    drawArtifact(pdf, () => {
      if (isHead) doc.rect(margin, top, width, height).fill(brand.light.tint)
      doc.lineWidth(0.75).strokeColor(lineColour)
      doc
        .moveTo(margin, bottom)
        .lineTo(margin + width, bottom)
        .stroke()
    })
    const row = doc.struct('TR')
    table.add(row)
    for (const cell of cells) {
      const draw = () => {
        doc.font(weightOf(cell)).fontSize(bodySize).fillColor(textColour)
        doc.text(cell.text, cell.left, top + air(block), { width: cell.width, align: cell.align })
      }
      row.add(doc.struct(cell.options.scope ? 'TH' : 'TD', cell.options, draw))
    }
    doc.y = bottom
  }
  resetToBodyText(pdf, 0.9)
}
