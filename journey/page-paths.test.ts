/** Tests of the page paths and of the links into the wizard. */
import { expect, it } from 'vitest'
import { texts } from '#test/samples/texts.ts'
import { hasQuoteLink, pagePaths, policyPathOf, resumePath } from './page-paths.ts'

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

it('[PAY-05] [BUS-04] the path of a policy contains the encoded id of its quote', () => {
  expect(policyPathOf('a b')).toBe('/paymentsuccess?id=a%20b')
})

it('[ENTRY-03] [ENTRY-04] only an id with a token is a quote link', () => {
  const links = ['id=a&token=t', 'back=yes&id=a&token=t']
  const queries = [...links, 'id=a', 'token=t', 'id=&token=t', '']
  expect(queries.filter(query => hasQuoteLink(new URLSearchParams(query)))).toEqual(links)
})
