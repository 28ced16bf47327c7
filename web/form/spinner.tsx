/** Something is on its way: a turning road mark and a sentence. */
import css from './spinner.module.css'

export function Spinner({ text }: { text: string }) {
  return (
    <p className={css.spinner} role="status">
      <span className={css.wheel} aria-hidden="true" />
      {text}
    </p>
  )
}
