/** Header of every page; only the build renders it, so no browser script contains it. */
import { startPath } from '#journey/page-paths.ts'
import { headerAndFooterText } from '#web/content/header-and-footer.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { savedQuoteNumberId } from './header-and-footer-updates.tsx'

export function Header() {
  const { brand } = usePageSettings()
  return (
    <header className="header">
      <a className="header-skip" href="#main">
        {headerAndFooterText.skip}
      </a>
      <div className="cluster header-bar">
        <a className="touch-target gap-3 header-brand" href={startPath}>
          <svg className="header-mark" width="40" height="40" aria-hidden="true">
            <use href="#brand-logo" />
          </svg>
          <span className="stack header-names">
            <span className="header-name">{brand.name}</span>
            <span className="header-tagline">{brand.tagline}</span>
          </span>
        </a>
        <div className="row gap-5">
          <p className="header-quote" id={savedQuoteNumberId} />
          <a className="header-phone" href={`tel:${brand.supportPhone.tel}`}>
            <svg width="20" height="20" aria-hidden="true">
              <use href="#icon-phone" />
            </svg>
            <span>{brand.supportPhone.text}</span>
          </a>
        </div>
      </div>
      <svg className="no-print header-horizon" aria-hidden="true">
        <use href="#brand-horizon" />
      </svg>
    </header>
  )
}
