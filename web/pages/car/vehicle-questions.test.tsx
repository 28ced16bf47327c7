/** Tests of the message for a plate without a model. */

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { siteSettings } from '#test/site-settings.ts'
import { noModelsFoundText } from '#web/content/car.ts'
import { createDraft, DraftContext } from '#web/features/draft/draft-store.ts'
import { PageSettingsContext, publicBrand } from '#web/lib/page-settings.ts'
import { NoModelsFound } from './vehicle-questions.tsx'

it('[CAR-05] [SHELL-03] names the brand’s phone for cars that are not found, not its general one', () => {
  const [brand] = readBrands().values()
  if (!brand) throw new Error('no brand')
  const vehicleNotFoundPhone = { text: '0800 111 222', tel: '+64800111222' }
  const page = {
    brand: publicBrand({ ...brand, vehicleNotFoundPhone }),
    ...siteSettings,
    heading: null,
  } as const
  const markup = renderToStaticMarkup(
    <PageSettingsContext value={page}>
      <DraftContext value={createDraft(null)}>
        <NoModelsFound />
      </DraftContext>
    </PageSettingsContext>,
  )
  expect(markup).toContain(noModelsFoundText.notFound('0800 111 222'))
  expect(markup).toContain('href="tel:+64800111222"')
  expect(markup).not.toContain(brand.supportPhone.tel)
})
