/** Renders a brand's legal documents; the privacy notice names the configured partners and retention periods. */
import type { Brand } from '#brands/brand.ts'
import { renderLegalDocument } from '#documents/legal/legal-document.ts'
import { type PrivacyNoticeData, privacyNotice } from '#documents/legal/privacy.ts'
import { termsOfUse } from '#documents/legal/terms-of-use.ts'
import { type LegalPath, legalPaths } from '#journey/page-paths.ts'
import { type Config, counterHours } from '#server/config.ts'

const cardPartners: Readonly<Record<Config['payment']['kind'], string>> = {
  windcave: 'Windcave',
  stripe: 'Stripe',
  sandbox: 'A stand-in for a card company',
  'stripe-sandbox': 'A stand-in for a card company',
}

const vehiclePartners: Readonly<Record<Config['vehicle']['kind'], string>> = {
  carjam: 'CarJam',
  sandbox: 'A stand-in for a vehicle register',
}

const addressPartners: Readonly<Record<Config['address']['kind'], string | null>> = {
  addressfinder: 'Addressfinder',
  'address-book': null,
  sandbox: null,
}

const privacyNoticeDataOf = (
  { tagManager }: Brand,
  { retention, payment, vehicle, address, captcha }: Config,
): PrivacyNoticeData => ({
  keptFor: { ...retention, counterHours: counterHours(retention) },
  cardPartner: cardPartners[payment.kind],
  vehiclePartner: vehiclePartners[vehicle.kind],
  addressPartner: addressPartners[address.kind],
  usesRecaptcha: captcha.kind === 'recaptcha',
  usesTagManager: tagManager !== null,
})

export const legalDocumentsOf = (brand: Brand, config: Config): Readonly<Record<LegalPath, string>> => ({
  [legalPaths.privacy]: renderLegalDocument(privacyNotice(brand, privacyNoticeDataOf(brand, config))),
  [legalPaths.terms]: renderLegalDocument(termsOfUse(brand)),
})
