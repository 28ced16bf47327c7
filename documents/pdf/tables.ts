/** Tables whose header cells say so to a screen reader: facts with a label each, and tables with a head. */
import type { Fact } from '#documents/facts.ts'
import type { Block } from './blocks.ts'
import { drawable } from './letters.ts'
import { bodySize, hairline, ink, room, type Sheet } from './sheet.ts'

type Cell = PDFKit.Mixins.CellOptions & { readonly scope?: 'Row' | 'Column' }
/** The library tags a table under a parent; its types do not say so yet. */
type TaggedTable = PDFKit.Mixins.TableOptionsWithData & { readonly structParent: PDFKit.PDFStructureElement }

export const labelWidth = 165
export const valueWidth = ({ width }: Sheet): number => width - labelWidth
/** Above and below the text of a row, in points. */
export const rowAir = 5.5
const underline = { top: 0, right: 0, bottom: 0.75, left: 0 }

function drawTable(sheet: Sheet, columnStyles: (number | string)[], data: Cell[][], air = rowAir): void {
  const { doc, root } = sheet
  const table: TaggedTable = {
    structParent: root,
    columnStyles,
    defaultStyle: {
      border: underline,
      borderColor: hairline,
      padding: { top: air, right: 8, bottom: air, left: 8 },
      textColor: ink,
    },
    data,
  }
  doc.table(table)
  doc.font('regular').fontSize(bodySize).fillColor(ink)
  doc.moveDown(0.9)
}

/** A screen reader is given a cell's lines as one text: without a blank at their ends, the last word of one and the first of the next are one word. */
const cellText = (text: string): string => drawable(text).replaceAll('\n', ' \n')

const rowHeader = (text: string): Cell => ({
  text: cellText(text),
  type: 'TH',
  scope: 'Row',
  font: { src: 'strong', size: bodySize },
})

export function drawFacts(sheet: Sheet, facts: readonly Fact[]): void {
  room(sheet, 60)
  drawTable(
    sheet,
    [labelWidth, '*'],
    facts.map(({ label, value }) => [rowHeader(label), { text: cellText(value) }]),
  )
}

export function drawRows(
  sheet: Sheet,
  { head, rows, widths, dense, amounts }: Extract<Block, { kind: 'table' }>,
): void {
  room(sheet, 80)
  const aligned = (column: number): Pick<Cell, 'align'> =>
    amounts && column === widths.length ? { align: { x: 'right', y: 'top' } } : {}
  const headCells = head.map(
    (text, column): Cell => ({
      ...aligned(column),
      text: drawable(text),
      type: 'TH',
      scope: 'Column',
      font: { src: 'strong', size: bodySize },
      backgroundColor: sheet.brand.light.tint,
    }),
  )
  const cells = rows.map(row =>
    row.map(
      (text, column): Cell => (column === 0 ? rowHeader(text) : { ...aligned(column), text: cellText(text) }),
    ),
  )
  drawTable(sheet, ['*', ...widths], [headCells, ...cells], dense ? 3 : undefined)
}
