/** Sample quotes and policies for document tests, with long names and addresses. */
import type { Brand } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { scheduleVersion, wordingVersion } from '#documents/document-versions.ts'
import { emptyAddressParts } from '#journey/address.ts'
import type { PolicyRecord, QuoteRecord } from '#journey/policy-record.ts'
import { indicators } from '#test/samples/customer.ts'

export function sampleBrand(key: 'harbour' | 'turners'): Brand {
  const brand = readBrands().get(key)
  if (!brand) throw new Error(`no brand ${key}`)
  return brand
}

const address = {
  addressId: 'a-1',
  postcode: '0610',
  suburb: 'Te Atatū Peninsula',
  city: 'Auckland',
  signature: '',
  addressInBrokenDownForm: emptyAddressParts,
  addressInFreeForm: { addressLine1: '3/210 Mātua Road', addressLine2: '' },
}

export const quoteRecord: QuoteRecord = {
  quoteNumber: 'Q7300120',
  validUntil: '2026-12-20',
  car: {
    plate: 'JHU968',
    description: '2018 Toyota Corolla GX Hatchback 1.8L',
    transmission: 'Automatic',
    financeCompany: '',
  },
  carValueDollars: 15_000,
  excessDollars: 700,
  choice: {
    cover: 'COMPREHENSIVE',
    voluntaryExcess: 300,
    excessFreeWindow: true,
    hireCar: true,
    roadsideAssistance: false,
    frequency: 'FORTNIGHTLY',
    startDate: '2026-11-27',
  },
  premium: {
    annualCents: 91_963,
    instalmentCents: 3_820,
    yearTotalCents: 99_320,
    steps: [
      { code: 'BASE_LIABILITY', amountCents: 77_468 },
      { code: 'FENZ_LEVY', amountCents: 2_500 },
      { code: 'GST', amountCents: 11_995 },
    ],
  },
  drivers: [
    {
      type: 'Primary',
      firstName: 'Māia',
      lastName: 'Tūhoe',
      dateOfBirth: '1990-03-27',
      incidentCount: '0',
      incidents: [],
    },
    {
      type: 'Driver2',
      firstName: 'Anne-Marie',
      lastName: 'O’Brien',
      dateOfBirth: '2003-08-02',
      incidentCount: '2',
      incidents: [
        { claimCode: 'FAULT_EXCESS', month: 4, year: 2025 },
        { claimCode: 'LICENCE_SUS', month: 11, year: 2024 },
      ],
    },
  ],
}

const { validUntil: _, ...insured } = quoteRecord

export const policyRecord: PolicyRecord = {
  ...insured,
  policyNumber: 'MV00412073',
  boughtAt: '2026-11-20T02:14:09.000Z',
  issuedAt: '2026-11-20T23:30:00.000Z',
  documentVersions: { wording: wordingVersion, schedule: scheduleVersion },
  endDate: '2027-11-27',
  applicantType: 'Private',
  businessName: '',
  policyholders: [
    {
      title: 'Ms',
      firstName: 'Māia',
      lastName: 'Tūhoe',
      dateOfBirth: '1990-03-27',
      email: 'maia@post.example',
      mobile: '0211234567',
    },
    {
      title: 'Mr',
      firstName: 'Seán',
      lastName: 'O’Brien',
      dateOfBirth: '1988-12-01',
      email: 'sean@post.example',
      mobile: '0277654321',
    },
  ],
  postalAddress: { ...address, addressInFreeForm: { addressLine1: 'PO Box 117', addressLine2: '' } },
  riskAddress: address,
  indicators,
  car: { ...insured.car, financeCompany: 'Kauri Lending' },
  payment: {
    method: 'bank',
    firstDebit: '2026-11-30',
    countedFrom: '2026-11-30',
    amountCents: 3_820,
    maskedSource: '••-••••-•••••00-00',
    terms: {
      agreedAt: '2026-11-20T02:14:09.000Z',
      version: '2026-11',
      textSha256: '0'.repeat(64),
      ticked: ['I agree to the direct debit terms'],
      ip: '203.0.113.9',
      userAgent: 'Mozilla/5.0 (proof)',
    },
  },
}

/** A policy bought at 2:05 pm on its first day and issued three hours later. */
export const policyOfTheDay: PolicyRecord = {
  ...policyRecord,
  boughtAt: '2026-11-27T01:05:37.000Z',
  issuedAt: '2026-11-27T04:12:00.000Z',
}
