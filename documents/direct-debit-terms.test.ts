import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { directDebitTerms, directDebitTermsVersion } from './direct-debit-terms.ts'
import { sampleBrand } from './proof/sample-records.ts'

const brand = sampleBrand('harbour')
const terms = directDebitTerms(brand)

test('[PAY-04] [EDGE-14] the terms pass an allowlist of plain elements unchanged', () => {
  const allowed = { allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong'], allowedAttributes: {} }
  expect(sanitizeHtml(terms, allowed)).toBe(terms)
})

test.each([
  'Kererū Mutual Insurance Limited',
  '0000111',
  '10 calendar days',
  '30 calendar days',
  '120 calendar days',
  'nine months',
  '5 business days',
  'at any time',
  'next business day',
  'last day of that month',
  'KERERU INS',
  '0800 100 427',
  `Version ${directDebitTermsVersion}`,
])('[PAY-04] [EDGE-14] the terms name %s', words => {
  expect(terms.replace(/<[^>]*>/g, '')).toContain(words)
})
