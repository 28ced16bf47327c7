/** The brand's horizon under the header, out of the page's drawings. Decoration only. */

export function HillLine() {
  return (
    <svg className="hill-line" aria-hidden="true" focusable="false">
      <use href="#brand-horizon" />
    </svg>
  )
}
