/** A quote with every question answered, for tests that follow answers. */
import type { Quote } from '#db/repositories/quotes.ts'
import { type Address, emptyAddressParts } from '#journey/address.ts'
import type { CoverChoice } from '#journey/cover.ts'
import type { Driver, Policyholder } from '#journey/people.ts'
import type { QuoteCar } from '#journey/questions/car.ts'
import type { QuotePolicyholders } from '#journey/questions/policyholder.ts'
import type { Indicators } from '#journey/questions/yes-no-questions.ts'
import type { CompleteQuote, RiskToQuote } from '#partners/insurer/port.ts'

// The types are `Required`, so a new question does not compile without an answer here.

const address = (addressLine1: string): Required<Address> => ({
  addressId: 'A-1',
  postcode: '1024',
  suburb: 'Mount Eden',
  city: 'Auckland',
  signature: 'signed',
  addressInBrokenDownForm: {
    ...emptyAddressParts,
    streetName: 'Dominion',
    streetType: 'Road',
    streetNumber: '210',
  },
  addressInFreeForm: { addressLine1, addressLine2: '' },
})

export const completeDrivers: readonly [Required<Driver>, Required<Driver>] = [
  {
    type: 'Primary',
    firstName: 'Aroha',
    lastName: 'Ngātai',
    dateOfBirth: '1990-03-27',
    incidentCount: '4',
    incidents: [
      { claimCode: 'CLAIM_EXCESS', month: 3, year: 2025 },
      { claimCode: 'FAULT_EXCESS', month: 11, year: 2024 },
      { claimCode: 'CLAIM_NO_EXCESS', month: 1, year: 2026 },
      { claimCode: 'LICENCE_SUS', month: 12, year: 2023 },
    ],
  },
  {
    type: 'Driver2',
    firstName: 'Tama',
    lastName: 'O’Brien',
    dateOfBirth: '1988-02-01',
    incidentCount: '1',
    incidents: [{ claimCode: 'FAULT_EXCESS', month: 4, year: 2025 }],
  },
]

/** Customers who earn with the car or modified it cannot get a quote, so these two are No. */
export const completeIndicators: Required<Indicators> = {
  businessUse: false,
  modification: false,
  criminalRecord: true,
}

export const completeChoice: Required<CoverChoice> = {
  cover: 'COMPREHENSIVE',
  voluntaryExcess: 300,
  excessFreeWindow: true,
  hireCar: true,
  roadsideAssistance: true,
  frequency: 'MONTHLY',
  startDate: '2026-12-01',
}

export const completeCar: Required<QuoteCar> = {
  transmission: 'Manual',
  vehicleKey: 'toyota-corolla-2013-gx-2014-a',
  model: 'Toyota Corolla 2014 GX',
  valueDollars: 13_700,
  financeCompany: 'TSB',
}

const policyholder: Required<Policyholder> = {
  title: 'Ms',
  firstName: 'Aroha',
  lastName: 'Ngātai',
  dateOfBirth: '1990-03-27',
  email: 'aroha@example.co.nz',
  mobile: '0271234567',
}

export const completePolicyholders: Required<QuotePolicyholders> = {
  policyholders: [
    policyholder,
    { ...policyholder, title: 'Mr', firstName: 'Tama', email: 'tama@example.co.nz', mobile: '0221234567' },
  ],
  businessName: 'Kererū Trust',
  postalAddress: address('PO Box 117'),
  paymentMethod: 'Credit_Card',
  paymentStart: '2026-12-05',
}

/** The risk of `completeQuote`, with Yes for every yes/no question. */
export const completeRisk: Required<RiskToQuote> = {
  plate: 'JHU968',
  vehicleKey: completeCar.vehicleKey,
  carValueDollars: completeCar.valueDollars,
  riskAddress: address('3/210 Dominion Road'),
  drivers: completeDrivers,
  choice: completeChoice,
  businessUse: true,
  modification: true,
  criminalRecord: true,
  financeCompany: completeCar.financeCompany,
}

/** The insurer's quote, with the choice and the car value. */
export const completePrice: CompleteQuote = {
  quoteNumber: 'Q-7K2M9-XW4RTC',
  annualCents: 95_020,
  instalmentCents: 8_000,
  imposedExcessDollars: 500,
  choice: completeChoice,
  carValueDollars: completeCar.valueDollars,
  steps: [],
  priceTable: null,
  validUntil: '2026-12-21',
  history: { lastModifiedDatetime: '2026-11-21T01:00:00.000Z', lastModifiedUserId: 'web' },
}

export const completedAt = new Date('2026-11-21T01:00:00Z')

export const completeQuote: Quote = {
  id: '8a0d2a1e-29a4-4c3f-9a0e-0c6b7e1f2a3b',
  brand: 'openroad',
  origin: 'https://openroad.example',
  plate: completeRisk.plate,
  status: 'QUOTED',
  version: 1,
  quote_number: completePrice.quoteNumber,
  car: completeCar,
  risk_address: completeRisk.riskAddress,
  drivers: completeDrivers,
  indicators: completeIndicators,
  choice: completeChoice,
  policyholders: completePolicyholders,
  insurer_quote: completePrice,
  declared_at: null,
  declared_version: null,
  people_saved_at: completedAt,
  ownership_changed_at: null,
  ownership_changed_by_log_in: null,
  created_at: completedAt,
  changed_at: completedAt,
  valid_until: completePrice.validUntil,
  anonymised_at: null,
  applicant: null,
  source: 'openroad',
  partner_id: null,
}
