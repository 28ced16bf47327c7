/** Header of every page; only the build renders it, so no browser script contains it. */
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
      <div className="header-bar">
        <a className="touch-target gap-3 header-brand" href="/vehicle">
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
            <PhoneMark />
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

function PhoneMark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path
        d="M6.200 2.800 8 6.600 6.300 8.200c.9 2.300 2.700 4.200 5 5.300l1.800-1.600 3.900 1.900c-.1 2-1.500 3.600-3.500 3.400C7.600 16.500 3 11.600 2.800 6 2.700 4.200 4.400 2.900 6.200 2.800Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.600"
        strokeLinejoin="round"
      />
    </svg>
  )
}
