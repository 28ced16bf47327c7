/**
 * Draws tables with header cells tagged for screen readers. pdfkit's own tables take half the time of a document,
 * because they measure every cell five times.
 */
import type { LabelledValue } from '#documents/quote-and-policy-text.ts'
import type { Block } from './blocks.ts'
import { type FontWeight, replaceMissingGlyphs } from './glyph-fallback.ts'
import {
  bodySize,
  drawArtifact,
  ensureSpace,
  hairline,
  ink,
  margin,
  type PdfDocument,
  textHeight,
} from './pdf-document.ts'

/** 'facts' is a table of two columns without a header row. */
type TableBlock = Extract<Block, { kind: 'facts' | 'table' }>

/** The scope of a header cell; null for other cells. */
type Scope = 'Row' | 'Column' | null
/** pdfkit supports `scope` for header cells, but its types lack it. */
type CellOptions = { readonly title?: string; readonly scope?: string }

interface Row {
  readonly cells: readonly string[]
  /** True: all cells are column headers. Otherwise the first cell is the row's header. */
  readonly isHead?: true
}

interface Table {
  readonly rows: readonly Row[]
  /** Points of every column. */
  readonly widths: readonly number[]
  /** Padding above and below a row's text, in points. */
  readonly air: number
  readonly amounts: boolean
}

const labelWidth = 165
/** Padding left and right of a text, in points. */
const side = 8
const lineWidth = 0.75

const scopeOf = ({ isHead }: Row, column: number): Scope => (isHead ? 'Column' : column === 0 ? 'Row' : null)
const weightOf = (scope: Scope): FontWeight => (scope ? 'strong' : 'regular')

const tableOf = (sheet: PdfDocument, block: TableBlock): Table =>
  block.kind === 'facts'
    ? {
        rows: block.facts.map(({ label, value }: LabelledValue) => ({ cells: [label, value] })),
        widths: [labelWidth, sheet.width - labelWidth],
        air: 5.5,
        amounts: false,
      }
    : {
        rows: [{ cells: block.head, isHead: true }, ...block.rows.map(cells => ({ cells }))],
        widths: [block.widths.reduce((left, width) => left - width, sheet.width), ...block.widths],
        air: block.dense ? 3 : 5.5,
        amounts: block.amounts ?? false,
      }

/** Adds a space before each line break, because screen readers would join the words. */
const spoken = (text: string): string => text.replaceAll('\n', ' \n')

function rowHeight(sheet: PdfDocument, row: Row, { widths, air }: Table): number {
  const heights = row.cells.map((text, column) =>
    textHeight(sheet, spoken(text), (widths[column] ?? 0) - 2 * side, weightOf(scopeOf(row, column))),
  )
  return Math.max(...heights) + 2 * air
}

/** The height of a table in points, without the space below it. */
export function tableHeight(sheet: PdfDocument, block: TableBlock): number {
  const table = tableOf(sheet, block)
  return table.rows.reduce((height, row) => height + rowHeight(sheet, row, table), 0)
}

function drawRow(sheet: PdfDocument, row: Row, table: Table, parent: PDFKit.PDFStructureElement): void {
  const { doc, brand, width } = sheet
  const height = rowHeight(sheet, row, table)
  ensureSpace(sheet, height)
  const top = doc.y
  drawArtifact(sheet, () => {
    if (row.isHead) doc.rect(margin, top, width, height).fill(brand.light.tint)
    const bottom = top + height
    doc.lineWidth(lineWidth).strokeColor(hairline)
    doc
      .moveTo(margin, bottom)
      .lineTo(margin + width, bottom)
      .stroke()
  })
  const struct = doc.struct('TR')
  parent.add(struct)
  let left = margin
  for (const [column, text] of row.cells.entries()) {
    const columnWidth = table.widths[column] ?? 0
    const scope = scopeOf(row, column)
    const options: CellOptions = scope ? { scope } : {}
    const align = table.amounts && column === table.widths.length - 1 ? 'right' : 'left'
    const at = left + side
    const draw = () => {
      doc.font(weightOf(scope)).fontSize(bodySize).fillColor(ink)
      doc.text(replaceMissingGlyphs(spoken(text)), at, top + table.air, {
        width: columnWidth - 2 * side,
        align,
      })
    }
    struct.add(doc.struct(scope ? 'TH' : 'TD', options, draw))
    left += columnWidth
  }
  doc.y = top + height
}

export function drawTable(sheet: PdfDocument, block: TableBlock): void {
  const { doc, root } = sheet
  const table = tableOf(sheet, block)
  ensureSpace(sheet, block.kind === 'facts' ? 60 : 80)
  const struct = doc.struct('Table')
  root.add(struct)
  for (const row of table.rows) drawRow(sheet, row, table, struct)
  doc.x = margin
  doc.font('regular').fontSize(bodySize).fillColor(ink)
  doc.moveDown(0.9)
}
