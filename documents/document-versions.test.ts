/**
 * Binds each version of the wordings, schedules and legal documents to hashes of its sentences, because a
 * customer relies on the text of the version they saw. If a test fails and no sentence was meant to change, revert the
 * change. If a sentence was meant to change, set the version in document-versions.ts to the release day
 * and update the hashes here. 'A fact of a cover' in CONTRIBUTING.md says what this means for policies
 * already sold, and who must agree first. A new brand adds its lines, and a changed sample in
 * test/sample-records.ts or test/samples gets new hashes; neither is a new version.
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

const hashOf = (blocks: readonly Block[]): string =>
  createHash('sha256').update(JSON.stringify(blocks)).digest('hex')

const hashes = (brand: Brand) =>
  Object.fromEntries(coverTypes.map(cover => [cover, hashOf(wordingBlocks(cover, brand))]))

test('[QUOTE-11] the text of a wording’s version never changes', () => {
  const words = [...readBrands().values()].map(brand => [brand.key, hashes(brand)])
  expect({ [wordingVersion]: Object.fromEntries(words) }).toEqual({
    '2026-11-26': {
      fern: {
        COMPREHENSIVE: 'a7ed5758531ba3be51146d1322b99ce8514f659293f4bafb78d7cc4c4d040993',
        THIRD_PARTY: '9ac220c564a33ba94adbf99a7a303ea16ceaf402f0489cae52620d5f4b018c57',
        THIRD_PARTY_FIRE_THEFT: '3f09a63c556673bb97c95512c8791bdbd28f21d0fc20ba1e454b39996efc0e3d',
      },
      harbour: {
        COMPREHENSIVE: '9ca5172ff1610180c2270e4edbb5a7f52cde97ce6807562126ec429516f98814',
        THIRD_PARTY: '5a72b887320791e7fc44e5ff1bd93d7c6553e097ec2c102fc9a2d7d007536e35',
        THIRD_PARTY_FIRE_THEFT: '619ecf17b4289bd0583762cd69101e9d207966dd72bbda73c3a562216365942d',
      },
      openroad: {
        COMPREHENSIVE: '4a1c52f12fc8795a54ef66e4d7a326be2399e4ee53813b4547fd22e0fb83cce1',
        THIRD_PARTY: '1fcbbb2a338e5560c6c855878b52eeacd781075a8aa12e9b403c44abbf769c73',
        THIRD_PARTY_FIRE_THEFT: '8d92ea3b23468b423b64dbaedd4420f617860b7f3bd9d08f833903aabdd9d4f4',
      },
      turners: {
        COMPREHENSIVE: 'a1f5716889f836ceed3105bb85918dd2b8813f48dcd3b66f202c9182cf7cc360',
        THIRD_PARTY: '865087face3bc18f0912297497c2a996d6c8edb373be25498c50aac16638c7bc',
        THIRD_PARTY_FIRE_THEFT: '8272cf0d6f6851478665eaed24981ed59e4a9fdfe20b554a7126ca8eb02da52f',
      },
    },
  })
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
    premium: {
      ...premium,
      instalmentCents: premium.annualCents,
      yearTotalCents: premium.annualCents,
      steps: [],
    },
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
      'by bank, young drivers': 'e87b912f795eb910ecce83ff92a441c86ae35b38e4a13a092da207e0de33ac5c',
      'by card each month, covered at once, rounded down, strange letters':
        '8a476521aa8eb5740da7c8f4757b1e6175f00d40e191b8140aacda295121f05d',
      'by card once a year, a lender not listed, nobody young':
        '61eaa979a92981b8d8cf20db403ef4b1d6f294e22cca1a6e827c735806cf2465',
    },
  })
})

test('[BUS-04] the sentences of a version of the privacy notice and of the terms of use never change', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const privacy = [privacyNoticeData, fewestPartners].map(data =>
    renderLegalDocument(privacyNotice(brand, data)),
  )
  expect({
    [`privacy ${privacyVersion}`]: hash(privacy.join()),
    [`terms ${termsOfUseVersion}`]: hash(renderLegalDocument(termsOfUse(brand))),
  }).toEqual({
    'privacy 2026-11-28': '397ce3b41bc21fc98635d7fcf6a2327a358c09cb9d9d58ef7e27d18dc7c01c4f',
    'terms 2026-11-28': '2252cf28df6b20b7c617a26109afe3faa263cb7adf21987e041bb2bdddbf4082',
  })
})
