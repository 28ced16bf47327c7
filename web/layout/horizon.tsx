/** The brand's horizon under the header, out of the page's drawings. Decoration only. */

export function Horizon() {
  return (
    <svg className="hill-line" aria-hidden="true" focusable="false">
      <use href="#brand-horizon" />
    </svg>
  )
}
