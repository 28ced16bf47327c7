/** The main part of the privacy and terms pages. Rendered by the build; the server fills in the document. */
import { settingMarks } from '#contract/page-template.ts'

export const LegalPage = () => (
  <main id="main" tabIndex={-1}>
    <article className="legal sheet">{settingMarks.legalDocument}</article>
  </main>
)
