/** The illustrations of the steps and the status pages, from the page's inline SVG; decoration that screen readers skip. */

export type IllustrationName = 'car' | 'plate' | 'drivers' | 'shield' | 'envelope'

export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg className="no-print illustration" viewBox="0 0 160 96" aria-hidden="true">
      <use href={`#art-${name}`} />
    </svg>
  )
}

export type StatusIllustrationName = 'awaited' | 'arrived' | 'detour' | 'closed'

export function StatusIllustration({ sign }: { sign: StatusIllustrationName }) {
  return (
    <svg className={`no-print sign sign-${sign}`} viewBox="0 0 96 96" aria-hidden="true">
      <use href={`#sign-${sign}`} />
    </svg>
  )
}
