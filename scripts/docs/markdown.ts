/** Markdown helpers of the generated pages: the page frame, and tables with escaped cells. */

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

/** A page; `opening` must state which command writes it. */
export const writtenPage = (title: string, opening: string, ...parts: readonly string[]) =>
  [`# ${title}`, opening, ...parts].join('\n\n').concat('\n')

export const page = (title: string, opening: string, ...parts: readonly string[]) =>
  writtenPage(title, `${opening} Written by \`npm run docs\`; do not edit.`, ...parts)
