/**
 * Foot of every page: help in the same place everywhere, the legal links, the cookies and a way to forget the
 * answers, which leaves the session be (SHELL-04). Drawn by the server alone, as the header is.
 */
import { Fragment } from 'react'
import { usePage } from '#web/app/page-settings.ts'
import { siteWords } from '#web/content/header-and-footer.ts'
import { clearAnswersId } from '#web/features/draft/clear-answers.ts'

export function Footer() {
  const { brand, captcha, standIn, ...settings } = usePage()
  return (
    <footer className="footer">
      <div className="footer-inner">
        <section className="footer-help" aria-labelledby="help-heading">
          <h2 className="footer-heading" id="help-heading">
            {siteWords.help}
          </h2>
          <ul className="footer-ways">
            <li>
              <span>{siteWords.call}</span>
              <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>
            </li>
            <li>
              <span>{siteWords.email}</span>
              <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
            </li>
            <li>
              <span>{siteWords.hours}</span>
              <span className="footer-hours">
                {brand.supportHours.split(/(?<=,) /).map(days => (
                  <Fragment key={days}>
                    <span>{days}</span>{' '}
                  </Fragment>
                ))}
              </span>
            </li>
          </ul>
        </section>
        <div className="footer-legal">
          <ul className="footer-links">
            <li>
              <a href={brand.privacyUrl}>{siteWords.privacy}</a>
            </li>
            <li>
              <a href={brand.termsUrl}>{siteWords.terms}</a>
            </li>
            <li>
              <button type="button" className="footer-clear" id={clearAnswersId}>
                {siteWords.clearAnswers}
              </button>
            </li>
          </ul>
          <details className="footer-cookies">
            <summary>{siteWords.cookies}</summary>
            <p>{siteWords.cookieIntro}</p>
            {/* No description list: a page's own facts are the one it has. */}
            <ul>
              {siteWords.cookieList(settings).map(cookie => (
                <li key={cookie.name}>
                  <strong>{cookie.name}</strong>
                  {` ${cookie.purpose}; ${cookie.life}`}
                </li>
              ))}
            </ul>
            {captcha === 'recaptcha' && <p>{siteWords.cookieOfGoogle}</p>}
          </details>
        </div>
        {standIn && <p className="footer-sandbox">{siteWords.standIn[standIn]}</p>}
      </div>
    </footer>
  )
}
