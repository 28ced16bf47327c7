/** What a privacy notice names besides the brand: every partner, and another retention period for each kind of data. */
import type { PrivacyNoticeData } from '#documents/legal/privacy.ts'

export const privacyNoticeData: PrivacyNoticeData = {
  keptFor: {
    sessionHours: 11,
    counterHours: 26,
    prospectDays: 1,
    quoteDays: 61,
    tombstoneDays: 396,
    bankDays: 31,
    rejectedBankHours: 25,
    policyYears: 8,
  },
  cardPartner: 'Windcave',
  vehiclePartner: 'CarJam',
  addressPartner: 'Addressfinder',
  usesRecaptcha: true,
  usesTagManager: true,
}
export const fewestPartners = {
  ...privacyNoticeData,
  addressPartner: null,
  usesRecaptcha: false,
  usesTagManager: false,
}
