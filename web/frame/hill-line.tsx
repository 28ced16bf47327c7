/** The brand's horizon under the header, out of the page's drawings. Decoration only. */
import css from './hill-line.module.css'

export function HillLine() {
  return (
    <svg className={css.hills} aria-hidden="true" focusable="false">
      <use href="#brand-horizon" />
    </svg>
  )
}
