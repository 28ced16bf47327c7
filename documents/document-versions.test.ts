/**
 * Binds each version of the wordings, schedules and legal documents to hashes of its sentences, because a customer relies
 * on the text of the version they saw. A sentence that changes needs a new version in document-versions.ts, the day of
 * release ('A fact of a cover' in CONTRIBUTING.md). A new brand or a changed sample in test/ only needs new hashes.
 */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Brand } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { type CoverType, coverTypes } from '#journey/cover.ts'
import { otherLender } from '#journey/lenders.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { policyOfTheDay, policyRecord, sampleBrand } from '#test/sample-records.ts'
import { fewestPartners, privacyNoticeData } from '#test/samples/privacy-notice-data.ts'
import { privacyVersion, scheduleVersion, termsOfUseVersion, wordingVersion } from './document-versions.ts'
import { renderLegalDocument } from './legal/legal-document.ts'
import { privacyNotice } from './legal/privacy.ts'
import { termsOfUse } from './legal/terms-of-use.ts'
import type { Block } from './pdf/blocks.ts'
import { wordingBlocks } from './policy-wording.ts'
import { scheduleBlocks } from './schedule.ts'

/** The sentences in their order: names of fields and kinds of blocks do not count. */
const sentencesOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => (key === 'kind' ? [] : [sentencesOf(inner)]))
    : value

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const hashOf = (blocks: readonly Block[]): string => hash(JSON.stringify(sentencesOf(blocks)))

test('[QUOTE-11] the text of a wording’s version never changes', () => {
  const hashes = [...readBrands().values()].flatMap(brand =>
    coverTypes.map(cover => `${brand.key} ${cover} ${hashOf(wordingBlocks(cover, brand))}`),
  )
  expect([wordingVersion, ...hashes.sort()]).toEqual([
    '2026-11-26',
    'fern COMPREHENSIVE cc310ad2a8c4a6a61e36fd430ebafd8cdfcda0dbe9dcdef1e3c76826704660f6',
    'fern THIRD_PARTY 960b04009f5200f1fd09ced5e95e7021d93f67323a5d65298486ac5405dfee56',
    'fern THIRD_PARTY_FIRE_THEFT 603943139236e2ce65c3bf949bf5286d932d358f3f88104851659f882dc46a4a',
    'harbour COMPREHENSIVE 65b6c0d1f95fcdae4bb30032b24c3bc61d6c397ffda9acd3c4de59146ad69715',
    'harbour THIRD_PARTY 8a0041876ec17f48f5ae82caa531095e64e9e1dac7979ffffaa11c9994a40008',
    'harbour THIRD_PARTY_FIRE_THEFT c1426f676685497f3bc831ea531e9caabef7217643d44da76c6acdffb235b101',
    'openroad COMPREHENSIVE 77f3a5009637771c420df11fccdf9d27c0033d903a6291c97ed569d44385e4d9',
    'openroad THIRD_PARTY d9c966e006788a0b05d2d52a34f2d931c8d6ccfe2b8173604b3aceecbcb9391d',
    'openroad THIRD_PARTY_FIRE_THEFT 5b61beabb1ee0f5ab6012a36e66ea57c47c741b0cbcf1dc7e00cdb0b3312f5f4',
    'turners COMPREHENSIVE 3e878a09db532eacc705b76c4a396fee51db828aaf4602c575ddad1fdb3c3b4d',
    'turners THIRD_PARTY 2e0636b9253e754385827db40ad1ca9a6c6811b91bb21e57b831a34ae9443e5f',
    'turners THIRD_PARTY_FIRE_THEFT 0e2d8af3bb44376fa7ab7112db89ef641197e4ae11bb3cf594be9d2ce0490bee',
  ])
})

/** A fixed brand, so that changes of a real brand do not change the hashes. */
const brand: Brand = {
  ...sampleBrand('turners'),
  name: 'Sample Cars',
  supportPhone: { text: '0800 100 200', tel: '+64800100200' },
  supportHours: 'Monday to Friday, 9am to 5pm',
  supportEmail: 'hello@sample.example',
}

const { car, choice, drivers, payment, policyholders, premium } = policyRecord
const { annualCents } = premium
const [main] = drivers
const [policyholder] = policyholders
const of = (cover: CoverType): PolicyRecord['choice'] => ({
  ...choice,
  cover,
  voluntaryExcess: 0,
  excessFreeWindow: false,
  roadsideAssistance: true,
})
const byCard = { ...payment, method: 'card', maskedSource: 'Visa ending in 1111', terms: null } as const
/** Together they contain every sentence of a schedule. */
const policies: Readonly<Record<string, PolicyRecord>> = {
  'by bank, young drivers': policyRecord,
  'by card once a year, a lender not listed, nobody young': {
    ...policyRecord,
    car: { ...car, financeCompany: otherLender },
    drivers: main ? [main] : [],
    choice: { ...of('THIRD_PARTY_FIRE_THEFT'), frequency: 'ANNUAL' },
    premium: { ...premium, instalmentCents: annualCents, yearTotalCents: annualCents, steps: [] },
    payment: byCard,
  },
  'by card each month, covered at once, rounded down, strange letters': {
    ...policyOfTheDay,
    car: { ...car, financeCompany: '' },
    policyholders: policyholder ? [{ ...policyholder, firstName: 'Олена' }] : [],
    choice: { ...of('THIRD_PARTY'), hireCar: false, frequency: 'MONTHLY' },
    premium: { ...premium, annualCents: premium.yearTotalCents + 4 },
    payment: byCard,
  },
}

test('[PAY-06] the text of a schedule’s version never changes', () => {
  const words = Object.entries(policies).map(([what, record]) => [
    what,
    hashOf(scheduleBlocks(record, brand)),
  ])
  expect({ [scheduleVersion]: Object.fromEntries(words) }).toEqual({
    '2026-11-27': {
      'by bank, young drivers': 'b329aaf73cdbbe4a5a61998d8fe66966ac124ffe95f8c60e55a918347b9e5a0f',
      'by card each month, covered at once, rounded down, strange letters':
        '8040d423d24bced7afd6a58683c4c835f04cac5f692df25a8ce61472abc67f02',
      'by card once a year, a lender not listed, nobody young':
        'a93ba1b6e25c6fb0b4e0e4c41a36e157c284019080a1f375fa53473a5b18324d',
    },
  })
})

test('[BUS-04] the sentences of a version of the privacy notice and of the terms of use never change', () => {
  const privacy = [privacyNoticeData, fewestPartners].map(data =>
    renderLegalDocument(privacyNotice(brand, data)),
  )
  expect({
    [`privacy ${privacyVersion}`]: hash(privacy.join()),
    [`terms ${termsOfUseVersion}`]: hash(renderLegalDocument(termsOfUse(brand))),
  }).toEqual({
    'privacy 2026-11-28': '21804322c328b4bb34d1ba7a98bed70d83d865caa2dea887b8f2a8b73cd1058f',
    'terms 2026-11-28': '2252cf28df6b20b7c617a26109afe3faa263cb7adf21987e041bb2bdddbf4082',
  })
})
