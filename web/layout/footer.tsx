/** Footer of every page: help, legal links and cookies; only the build renders it, and the server fills in its settings. */
import { Fragment, type ReactNode } from 'react'
import { settingCondition } from '#contract/page-template.ts'
import { legalPaths } from '#journey/page-paths.ts'
import { headerAndFooterText } from '#web/content/header-and-footer.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { clearAnswersId } from './header-and-footer-updates.tsx'

/** @param hasScript false on a page without script: it has no button, and its list of cookies is open */
export function Footer({ hasScript = true }: { readonly hasScript?: boolean }) {
  const { brand } = usePageSettings()
  return (
    <footer className="no-print footer">
      <div className="stack gap-5 footer-inner">
        <section className="stack gap-3" aria-labelledby="help-heading">
          <h2 className="lead" id="help-heading">
            {headerAndFooterText.help}
          </h2>
          <ul className="plain-list stack footer-ways">
            <li>
              <span className="muted small">{headerAndFooterText.call}</span>
              <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>
            </li>
            <li>
              <span className="muted small">{headerAndFooterText.email}</span>
              <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
            </li>
            <li>
              <span className="muted small">{headerAndFooterText.hours}</span>
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
        <div className="stack gap-3 small footer-legal">
          <ul className="plain-list cluster gap-2 footer-links">
            <li>
              <a href={legalPaths.privacy}>{headerAndFooterText.privacy}</a>
            </li>
            <li>
              <a href={legalPaths.terms}>{headerAndFooterText.terms}</a>
            </li>
            {hasScript && (
              <li>
                <button type="button" className="link footer-clear" id={clearAnswersId}>
                  {headerAndFooterText.clearAnswers}
                </button>
              </li>
            )}
          </ul>
          <details className="muted footer-cookies" open={!hasScript}>
            <summary className="summary-small">{headerAndFooterText.cookies}</summary>
            <p>{headerAndFooterText.cookieIntro}</p>
            {/* A plain list: the page's own details are its only description list. */}
            <ul className="plain-list stack gap-2">
              {headerAndFooterText.cookieList.map(cookie => (
                <li key={cookie.name}>
                  <strong>{cookie.name}</strong>
                  {` ${cookie.purpose}; ${cookie.life}`}
                </li>
              ))}
            </ul>
            <When setting={settingCondition('captcha', 'recaptcha')}>
              <p>{headerAndFooterText.cookieOfGoogle}</p>
            </When>
          </details>
        </div>
        {Object.entries(headerAndFooterText.standIn).map(([notice, text]) => (
          <When key={notice} setting={settingCondition('testModeNotice', notice)}>
            <p className="small footer-sandbox">{text}</p>
          </When>
        ))}
      </div>
    </footer>
  )
}

/** Content of a page whose server has this setting; contract/page-template.ts keeps or removes it. */
const When = ({ setting, children }: { setting: string; children: ReactNode }) => (
  <template data-when={setting}>{children}</template>
)
