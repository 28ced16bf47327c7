/** The settings of a page of the first brand, and the markup of a part of it. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readBrands } from '#brands/index.ts'
import { siteSettings } from '#test/site-settings.ts'
import { AnswersContext } from '#web/components/answers-context.ts'
import { createDraft, DraftContext } from '#web/features/draft/draft-store.ts'
import { type PageSettings, PageSettingsContext, publicBrand } from '#web/lib/page-settings.ts'

const [brand] = readBrands().values()
if (!brand) throw new Error('no brand')

export const pageSettings: PageSettings = { ...siteSettings, brand: publicBrand(brand), heading: null }

export const markupOf = (part: ReactNode, page = pageSettings, draft = createDraft(null)): string =>
  renderToStaticMarkup(
    <PageSettingsContext value={page}>
      <DraftContext value={draft}>
        <AnswersContext value={draft}>{part}</AnswersContext>
      </DraftContext>
    </PageSettingsContext>,
  )
