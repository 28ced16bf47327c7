/** Markdown helpers of the generated pages: title, note on the source, and tables with escaped cells. */

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

/** `opening` says as well which command writes the page. */
export const writtenPage = (title: string, opening: string, ...parts: readonly string[]) =>
  [`# ${title}`, opening, ...parts].join('\n\n').concat('\n')

export const page = (title: string, opening: string, ...parts: readonly string[]) =>
  writtenPage(title, `${opening} Written by \`npm run docs\`; do not edit.`, ...parts)
