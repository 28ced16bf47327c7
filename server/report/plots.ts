/**
 * Plots of the report page as inline SVG. Every plot is hidden from screen readers, because a table beside it
 * holds the same numbers.
 */
import { type Html, html } from '#documents/html.ts'

const plain = (value: number): string => String(Math.round(value * 100) / 100)

/** A bar as long as its share of the longest one; it fills its table cell. */
export const bar = (value: number, longest: number): Html =>
  html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect width="${plain(longest > 0 ? (100 * value) / longest : 0)}" height="10"/></svg>`

export interface PlottedDay {
  readonly day: string
  readonly value: number
  /** The value as people read it, for the tooltip. */
  readonly text: string
}

const height = 100

/** The end of the scale: a round number whose half is round as well. */
function scaleEnd(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  const round = [2, 4, 6, 8, 10].find(digit => digit * power >= highest) ?? 10
  return round * power
}

/** Of the width of a day; the rest is the gap to the next one. */
const columnWidth = 0.78

/** Columns over the days on a scale from zero, with lines at zero, half and the top. */
export function dayPlot(days: readonly PlottedDay[], text: (value: number) => string): Html {
  const end = scaleEnd(Math.max(...days.map(({ value }) => value)))
  const columns = days.map(({ day, value, text: shown }, index) => {
    const tall = (height * value) / end
    // The clear column over the whole height shows the tooltip for a low value too.
    return html`<g><title>${day}: ${shown}</title><rect class="clear" x="${index}" y="0" width="1" height="${height}"/><rect x="${plain(index + (1 - columnWidth) / 2)}" y="${plain(height - tall)}" width="${columnWidth}" height="${plain(tall)}"/></g>`
  })
  const lines = [0, height / 2, height].map(
    y => html`<line x1="0" x2="${days.length}" y1="${y}" y2="${y}" vector-effect="non-scaling-stroke"/>`,
  )
  return html`<div class="plot" aria-hidden="true">
<div class="scale"><span>${text(end)}</span><span>${text(end / 2)}</span><span>${text(0)}</span></div>
<svg viewBox="0 0 ${days.length} ${height}" preserveAspectRatio="none" focusable="false">${lines}${columns}</svg>
<div class="ends"><span>${days[0]?.day ?? ''}</span><span>${days.at(-1)?.day ?? ''}</span></div>
</div>`
}
