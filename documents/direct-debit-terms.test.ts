import { createHash } from 'node:crypto'
import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/index.ts'
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
  'take the payments in your schedule',
  'your network address and the name of your browser, for as long as the policy is kept',
  'KERERU INS',
  '0800 100 427',
  `Version ${directDebitTermsVersion}`,
])('[PAY-04] [EDGE-14] the terms name %s', words => {
  expect(terms.replace(/<[^>]*>/g, '')).toContain(words)
})

// PAY-03: who names no day is debited from the day cover starts, which is often sooner than notice can be given.
test('[PAY-03] [PAY-04] [EDGE-14] a first payment that comes before any notice is one the customer asks for, on either day', () => {
  expect(terms.replace(/<[^>]*>/g, '')).toContain(
    'If the first payment is sooner than that, on the day you choose or, where you choose none, on the day cover starts, you ask us to take it then for the amount shown.',
  )
})

// A customer agrees to words. When they change, this line and the version change together (decision 0025).
// Each brand's have its own phone, hours and address.
test('[PAY-04] the words of a version never change', () => {
  const words = [...readBrands().values()].map(brand => [
    brand.key,
    createHash('sha256').update(directDebitTerms(brand)).digest('hex'),
  ])
  expect({ [directDebitTermsVersion]: Object.fromEntries(words) }).toEqual({
    '2026-11-26': {
      fern: 'a77729abd752971fa5816b35c2ec56e95f0a5447394b250caf82b76c9818d0cb',
      harbour: 'ba93ff4b74d1e5b2089449b8c7df5564ba25f461f03596c69a365e024ca45576',
      openroad: 'a050a5ced145f73be9c8ed21f4d094b16bc0c76d116facbbb53d6bc5f07a7a31',
      turners: '5259506971f55814216587e26243d7cd0cee323ddc744afe0a7122652e778e20',
    },
  })
})
