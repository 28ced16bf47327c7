/** Tests of the page paths and of the links into the wizard. */
import { expect, it } from 'vitest'
import { texts } from '#test/samples/texts.ts'
import { hasQuoteLink, pagePaths, resumePath } from './page-paths.ts'

it('[SHELL-01] [BUS-04] the pages have the specified paths', () => {
  expect(pagePaths).toEqual(
    texts(`
      /vehicle | /vehicle/step1 | /vehicle/step2 | /vehicle/step3 | /vehicle/step4 | /vehicle/step5
      /paymentsuccess | /cc-payment-success | /cc-payment-failure | /session-expired | /converted | /expired
      /page-not-found | /turners/page-not-found | /error-occurred | /privacy | /terms
    `),
  )
})

it('[PAY-08] [PAY-09] the return path contains id, token and back', () => {
  expect(resumePath('a-1', 't 2')).toBe('/vehicle?id=a-1&token=t+2')
  expect(resumePath('a-1', 't', 'yes')).toBe('/vehicle?id=a-1&token=t&back=yes')
  expect(resumePath('', '')).toBe('/vehicle')
})

it.each([
  ['id=a&token=t', true],
  ['back=yes&id=a&token=t', true],
  ['id=a', false],
  ['token=t', false],
  ['id=&token=t', false],
  ['', false],
])('[ENTRY-03] [ENTRY-04] %j contains a quote link: %s', (query, isLink) => {
  expect(hasQuoteLink(new URLSearchParams(query))).toBe(isLink)
})
