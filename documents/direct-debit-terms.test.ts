/** Tests of the direct debit terms: their markup, their dates, and the hash of each version. */
import { createHash } from 'node:crypto'
import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { sampleBrand } from '#test/sample-records.ts'
import { texts } from '#test/samples/texts.ts'
import { directDebitTerms, directDebitTermsVersion } from './direct-debit-terms.ts'

const brand = sampleBrand('harbour')
const terms = directDebitTerms(brand)
const words = terms.replace(/<[^>]*>/g, '')

test('[PAY-04] [EDGE-14] [T23] the terms pass an allowlist of plain elements unchanged', () => {
  const allowed = { allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong'], allowedAttributes: {} }
  expect(sanitizeHtml(terms, allowed)).toBe(terms)
})

// The brand stores the consent, not the insurer. Without a chosen day the first debit is on the first day of cover, often
// before notice can be given.
test.each(
  texts(`
    Kererū Mutual Insurance Limited | 0000111 | 10 calendar days | 30 calendar days | 120 calendar days
    nine months | 5 business days | at any time | next business day | last day of that month
    take the payments in your schedule | KERERU INS | 0800 100 427 | Version ${directDebitTermsVersion}
    With your agreement ${brand.name} keeps its time, your network address and the name of your browser, for as long as the policy is kept
    If the first payment is sooner than that, on the day you choose or, where you choose none, on the day cover starts, you ask us to take it then for the amount shown.
  `),
)('[PAY-03] [PAY-04] [EDGE-14] the terms say: %s', sentence => {
  expect(words).toContain(sentence)
})

// Customers agree to these words. If they change, change the hash and the version together. Each brand has its
// own phone number, hours and address.
test('[PAY-04] the text of a version never changes', () => {
  const hashes = [...readBrands().values()].map(brand => [
    brand.key,
    createHash('sha256').update(directDebitTerms(brand)).digest('hex'),
  ])
  expect({ [directDebitTermsVersion]: Object.fromEntries(hashes) }).toEqual({
    '2026-11-27': {
      fern: 'cb6900c21e175225b42f508a64e3d31dd9c0aae11d63c01e8364befa57f25c17',
      harbour: '076f8f9fb1aaba701f1dfafd91f65d80bb3f658432f7f650c929935efc52b9a3',
      openroad: 'b8dff386b89a80d4fbb01fb28a9a3e41ee98ff500a425abd3488ddc9e3ed93cd',
      turners: '360498a97f232e2b14f63d993fa8e4683a29dcea0113ab94ded413507398ff2d',
    },
  })
})
