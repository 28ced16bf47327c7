/** The brand's horizon drawing under the header; decoration only. */

export function Horizon() {
  return (
    <svg className="hill-line" aria-hidden="true" focusable="false">
      <use href="#brand-horizon" />
    </svg>
  )
}
