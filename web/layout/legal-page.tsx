/** The main part of the privacy and terms pages. Rendered by the build; the server fills in the document. */
import { settingMarks } from '#contract/page-template.ts'
import css from '#web/styles/page.module.css'

export const LegalPage = () => (
  <main className={css.main} id="main" tabIndex={-1}>
    <article className="legal">{settingMarks.legalDocument}</article>
  </main>
)
