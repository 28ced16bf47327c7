/** Top of every page: whose site it is, the way to a person, and the saved quote's number once there is one (SHELL-04). */
import { memo } from 'react'
import { useFacts } from '#web/draft.ts'
import { usePage } from '#web/page.ts'
import { frameWords } from '#web/words/frame.ts'
import css from './header.module.css'
import { HillLine } from './hill-line.tsx'

export const Header = memo(function Header() {
  const { brand } = usePage()
  const { quoteNumber } = useFacts()
  return (
    <header className={css.header}>
      <a className={css.skip} href="#main">
        {frameWords.skip}
      </a>
      <div className={css.bar}>
        <a className={css.brand} href="/vehicle">
          <svg className={css.mark} width="40" height="40" aria-hidden="true" focusable="false">
            <use href="#brand-logo" />
          </svg>
          <span className={css.names}>
            <span className={css.name}>{brand.name}</span>
            <span className={css.tagline}>{brand.tagline}</span>
          </span>
        </a>
        <div className={css.right}>
          {quoteNumber ? (
            <p className={css.quote}>
              <span>{frameWords.quoteNumber}</span> <strong>{quoteNumber}</strong>
            </p>
          ) : null}
          <a className={css.phone} href={`tel:${brand.supportPhone.tel}`}>
            <PhoneMark />
            <span>{brand.supportPhone.text}</span>
          </a>
        </div>
      </div>
      <HillLine />
    </header>
  )
})

function PhoneMark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
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
