/** Tests of the privacy notice and the terms of use: what they must say, from the brand and the settings. */
import { expect, test } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { privacyVersion, termsOfUseVersion } from '#documents/document-versions.ts'
import { formatLongDate } from '#journey/dates.ts'
import { sampleBrand } from '#test/sample-records.ts'
import { fewestPartners, privacyNoticeData } from '#test/samples/privacy-notice-data.ts'
import { texts } from '#test/samples/texts.ts'
import { renderLegalDocument } from './legal-document.ts'
import { privacyNotice } from './privacy.ts'
import { termsOfUse } from './terms-of-use.ts'

const brand = sampleBrand('harbour')
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const privacy = textOf(renderLegalDocument(privacyNotice(brand, privacyNoticeData)))

test.each(
  texts(`
    names, dates of birth | work out a price | You do not have to answer. | (IPP 6) | (IPP 7)
    We write to every other policyholder | Kererū Mutual Insurance Limited (PO Box 10000, Wellington 6140)
    Windcave, which takes card payments | CarJam, which looks cars up | Addressfinder, which finds addresses
    The company that delivers our emails | Google, whose reCAPTCHA | Google Tag Manager
    outside New Zealand | get a copy of it | Office of the Privacy Commissioner
    ${brand.supportEmail} | ${brand.supportPhone.text}
    Version ${privacyVersion}, in force since ${formatLongDate(privacyVersion)}
    1 day after your last change | 61 days after you began | without people 396 days
    8 years after cover ends, or would have ended | overwritten within 35 days
    31 days after the policy is issued | 25 hours after its answer | 11 hours after it ends
    security checks 26 hours
  `),
)(
  '[BUS-04] the privacy notice names the data, the partners, the rights and each retention period: %s',
  words => {
    expect(privacy).toContain(words)
  },
)

test('[BUS-04] the privacy notice names no partner that gets nothing', () => {
  const text = textOf(renderLegalDocument(privacyNotice(brand, fewestPartners)))
  expect(text).not.toMatch(/Google|Addressfinder/)
  expect(text).toContain('our own address book')
  expect(text).toContain('We set no cookies for advertising or measuring.')
})

test('[BUS-04] the terms say who insures, that a quote is no cover, and where to complain', () => {
  const text = textOf(renderLegalDocument(termsOfUse(brand)))
  for (const words of texts(`
    Version ${termsOfUseVersion} | ${brand.name} sells the insurance | A quote is no cover. | valid for 30 days
    within 21 days of the start of cover | no financial advice | Consumer Guarantees Act 1993
    Aotearoa Example Disputes Scheme | ${brand.supportEmail}
  `))
    expect(text).toContain(words)
})

test('[BUS-04] every section is in the list of contents, under an anchor of its own, for every brand', () => {
  for (const one of readBrands().values())
    for (const document of [privacyNotice(one, privacyNoticeData), termsOfUse(one)]) {
      const html = renderLegalDocument(document)
      const linked = [...html.matchAll(/<a href="#([\w-]+)"/g)].map(([, id]) => id)
      const headed = [...html.matchAll(/<section aria-labelledby="([\w-]+)">\n<h2 id="\1">/g)]
      expect(linked).toEqual(headed.map(([, id]) => id))
      expect(new Set(linked).size).toBe(linked.length)
      expect(html).toContain(one.name)
      expect(html).not.toMatch(/%\w+%|<template|undefined|NaN/)
    }
})
