/** The five drawings of the product, out of the page's own (web/styles/illustrations.svg). Decoration: the words say it all. */
import css from './illustrations.module.css'

export type IllustrationName = 'car' | 'plate' | 'drivers' | 'shield' | 'envelope'

export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg className={css.art} viewBox="0 0 160 96" aria-hidden="true" focusable="false">
      <use href={`#art-${name}`} />
    </svg>
  )
}
