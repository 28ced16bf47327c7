/** Tests of the privacy notice and the terms of use: what they must say, from the brand and the settings. */
import { expect, test } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { privacyVersion, termsOfUseVersion } from '#documents/document-versions.ts'
import { formatLongDate } from '#journey/dates.ts'
import { sampleBrand } from '#test/sample-records.ts'
import { fewestPartners, privacyNoticeData } from '#test/samples/privacy-notice-data.ts'
import { pairs, texts } from '#test/samples/texts.ts'
import { renderLegalDocument } from './legal-document.ts'
import { privacyNotice } from './privacy.ts'
import { termsOfUse } from './terms-of-use.ts'

const brand = sampleBrand('harbour')
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const privacy = textOf(renderLegalDocument(privacyNotice(brand, privacyNoticeData)))

test.each([
  ...pairs(`
    what is collected → names, dates of birth | why (IPP 3) → work out a price
    what follows if it is not given (IPP 3) → You do not have to answer.
    what is collected from others (IPP 3A) → We write to every other policyholder
    the insurer → Kererū Mutual Insurance Limited (PO Box 10000, Wellington 6140)
    the card partner → Windcave, which takes card payments
    the vehicle register → CarJam, which looks cars up
    the address partner → Addressfinder, which finds addresses
    the mail partner → The company that delivers our emails | reCAPTCHA → Google, whose reCAPTCHA
    the tag manager → Google Tag Manager
    countries outside New Zealand (IPP 12) → outside New Zealand
    access (IPP 6) → get a copy of it (IPP 6) | correction (IPP 7) → (IPP 7)
    the Privacy Commissioner → Office of the Privacy Commissioner
  `),
  ['the brand’s address', brand.supportEmail],
  ['the brand’s phone', brand.supportPhone.text],
  ['its version', `Version ${privacyVersion}, in force since ${formatLongDate(privacyVersion)}`],
])('[BUS-04] the privacy notice names %s', (_, words) => {
  expect(privacy).toContain(words)
})

test.each(
  texts(`
    1 day after your last change | 61 days after you began | without people 396 days
    8 years after cover ends, or would have ended | overwritten within 35 days
    31 days after the policy is issued | 25 hours after its answer | 11 hours after it ends
    security checks 12 hours
  `),
)('[BUS-04] the privacy notice takes each time from the retention settings: %s', time => {
  expect(privacy).toContain(time)
})

test('[BUS-04] the privacy notice names no partner that gets nothing', () => {
  const text = textOf(renderLegalDocument(privacyNotice(brand, fewestPartners)))
  expect(text).not.toMatch(/Google|Addressfinder/)
  expect(text).toContain('our own address book')
  expect(text).toContain('We set no cookies for advertising or measuring.')
})

test('[BUS-04] the terms say who insures, that a quote is no cover, and where to complain', () => {
  const text = textOf(renderLegalDocument(termsOfUse(brand)))
  for (const words of [
    `Version ${termsOfUseVersion}`,
    `${brand.name} sells the insurance`,
    'A quote is no cover.',
    'valid for 30 days',
    'within 21 days of the start of cover',
    'no financial advice',
    'Consumer Guarantees Act 1993',
    'Aotearoa Example Disputes Scheme',
    brand.supportEmail,
  ])
    expect(text).toContain(words)
})

test('[BUS-04] every section is in the list of contents, under an anchor of its own, for every brand', () => {
  for (const one of readBrands().values())
    for (const html of [
      renderLegalDocument(privacyNotice(one, privacyNoticeData)),
      renderLegalDocument(termsOfUse(one)),
    ]) {
      const linked = [...html.matchAll(/<a href="#([\w-]+)"/g)].map(([, id]) => id)
      const headed = [...html.matchAll(/<section aria-labelledby="([\w-]+)">\n<h2 id="\1">/g)].map(
        ([, id]) => id,
      )
      expect(linked).toEqual(headed)
      expect(new Set(headed).size).toBe(headed.length)
      expect(html).toContain(one.name)
      expect(html).not.toMatch(/%\w+%|<template|undefined|NaN/)
    }
})
