/** Tests of the message for a plate without a model. */
import { expect, it } from 'vitest'
import { markupOf, pageSettings } from '#test/samples/page.tsx'
import { noModelsFoundText } from '#web/content/car.ts'
import { NoModelsFound } from './car-questions.tsx'

it('[CAR-05] [SHELL-03] names the brand’s phone for cars that are not found, not its general one', () => {
  const { brand } = pageSettings
  const vehicleNotFoundPhone = { text: '0800 111 222', tel: '+64800111222' }
  const markup = markupOf(<NoModelsFound />, { ...pageSettings, brand: { ...brand, vehicleNotFoundPhone } })
  expect(markup).toContain(noModelsFoundText.notFound('0800 111 222'))
  expect(markup).toContain('href="tel:+64800111222"')
  expect(markup).not.toContain(brand.supportPhone.tel)
})
