/** Foot of every page: help in the same place everywhere, the legal links, the cookies and a way to forget everything (SHELL-04). */
import { Fragment, memo } from 'react'
import { useDraft } from '#web/draft.ts'
import { usePage } from '#web/page.ts'
import { frameWords } from '#web/words/frame.ts'
import css from './footer.module.css'

export const Footer = memo(function Footer({ onCleared }: { onCleared: () => void }) {
  const { brand, sandbox } = usePage()
  const draft = useDraft()
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <section className={css.help} aria-labelledby="help-heading">
          <h2 className={css.heading} id="help-heading">
            {frameWords.help}
          </h2>
          <ul className={css.ways}>
            <li>
              <span>{frameWords.call}</span>
              <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>
            </li>
            <li>
              <span>{frameWords.email}</span>
              <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
            </li>
            <li>
              <span>{frameWords.hours}</span>
              <span className={css.hours}>
                {brand.supportHours.split(/(?<=,) /).map(days => (
                  <Fragment key={days}>
                    <span>{days}</span>{' '}
                  </Fragment>
                ))}
              </span>
            </li>
          </ul>
        </section>
        <div className={css.legal}>
          <ul className={css.links}>
            <li>
              <a href={brand.privacyUrl}>{frameWords.privacy}</a>
            </li>
            <li>
              <a href={brand.termsUrl}>{frameWords.terms}</a>
            </li>
            <li>
              <button
                type="button"
                className={css.clear}
                onClick={() => {
                  draft.clear()
                  onCleared()
                }}
              >
                {frameWords.clearAnswers}
              </button>
            </li>
          </ul>
          <details className={css.cookies}>
            <summary>{frameWords.cookies}</summary>
            <p>{frameWords.cookieIntro}</p>
            <dl>
              {frameWords.cookieList.map(cookie => (
                <div key={cookie.name}>
                  <dt>{cookie.name}</dt>
                  <dd>
                    {cookie.purpose}; {cookie.life}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        </div>
        {sandbox ? <p className={css.sandbox}>{frameWords.sandbox}</p> : null}
      </div>
    </footer>
  )
})
