/** The horizon under the header: a low sun behind two hill lines. Decoration only. */
import css from './hill-line.module.css'

export function HillLine() {
  return (
    <svg
      className={css.hills}
      viewBox="0 0 1280 72"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <circle className={css.sun} cx="716" cy="30" r="20" />
      <path
        className={css.far}
        d="M0 72V46c70-10 118-24 176-22 64 2 96 18 168 12 76-6 118-30 196-28 70 2 104 24 176 26 78 2 122-22 196-22 64 0 104 18 172 18 82 0 128-20 196-14v56Z"
      />
      <path
        className={css.near}
        d="M0 72V62c92-10 168-16 262-12 112 5 180 14 300 8 128-6 214-18 340-14 132 4 230 16 378 6v22Z"
      />
    </svg>
  )
}
