import { createHash } from 'node:crypto'
import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { sampleBrand } from '#test/sample-records.ts'
import { directDebitTerms, directDebitTermsVersion } from './direct-debit-terms.ts'

const brand = sampleBrand('harbour')
const terms = directDebitTerms(brand)

test('[PAY-04] [EDGE-14] [T23] the terms pass an allowlist of plain elements unchanged', () => {
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

// A customer agrees to words. When they change, this line and the version change together (decision 0025).
test('[PAY-04] the words of a version never change', () => {
  const words = createHash('sha256').update(terms).digest('hex')
  expect({ [directDebitTermsVersion]: words }).toEqual({
    '2026-11': '29ff591e78069dc462d6a52741860bf46f983808275623edea52aa3996be8204',
  })
})
