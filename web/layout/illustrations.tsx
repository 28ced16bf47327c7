/** The five illustrations of the application, from the page's inline SVG; decoration that screen readers skip. */

export type IllustrationName = 'car' | 'plate' | 'drivers' | 'shield' | 'envelope'

export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg className="no-print illustration" viewBox="0 0 160 96" aria-hidden="true" focusable="false">
      <use href={`#art-${name}`} />
    </svg>
  )
}
