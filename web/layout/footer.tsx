/**
 * Footer of every page: help, legal links, cookies, and a button that clears the answers but keeps the
 * session. Rendered by the server only, like the header.
 */
import { Fragment } from 'react'
import { usePageSettings } from '#web/app/page-settings.ts'
import { headerAndFooterText } from '#web/content/header-and-footer.ts'
import { clearAnswersId } from '#web/features/draft/clear-answers.ts'

export function Footer() {
  const { brand, captcha, testModeNotice, ...settings } = usePageSettings()
  return (
    <footer className="footer">
      <div className="footer-inner">
        <section className="footer-help" aria-labelledby="help-heading">
          <h2 className="footer-heading" id="help-heading">
            {headerAndFooterText.help}
          </h2>
          <ul className="footer-ways">
            <li>
              <span>{headerAndFooterText.call}</span>
              <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>
            </li>
            <li>
              <span>{headerAndFooterText.email}</span>
              <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
            </li>
            <li>
              <span>{headerAndFooterText.hours}</span>
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
              <a href={brand.privacyUrl}>{headerAndFooterText.privacy}</a>
            </li>
            <li>
              <a href={brand.termsUrl}>{headerAndFooterText.terms}</a>
            </li>
            <li>
              <button type="button" className="footer-clear" id={clearAnswersId}>
                {headerAndFooterText.clearAnswers}
              </button>
            </li>
          </ul>
          <details className="footer-cookies">
            <summary>{headerAndFooterText.cookies}</summary>
            <p>{headerAndFooterText.cookieIntro}</p>
            {/* A plain list: the page's own details are its only description list. */}
            <ul>
              {headerAndFooterText.cookieList(settings).map(cookie => (
                <li key={cookie.name}>
                  <strong>{cookie.name}</strong>
                  {` ${cookie.purpose}; ${cookie.life}`}
                </li>
              ))}
            </ul>
            {captcha === 'recaptcha' && <p>{headerAndFooterText.cookieOfGoogle}</p>}
          </details>
        </div>
        {testModeNotice && <p className="footer-sandbox">{headerAndFooterText.standIn[testModeNotice]}</p>}
      </div>
    </footer>
  )
}
