/** The schedule's section on cancelling, changing, claiming and complaining; the policy wording shares its sentences. */
import type { Brand } from '#brands/brand.ts'
import { coolingOffDays } from '#journey/cover.ts'
import { formatLongDate } from '#journey/dates.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { type Block, heading, list, paragraph } from './pdf/blocks.ts'
import { coolingOffEndDate } from './quote-and-policy-text.ts'

export const policyholderAuthorityText =
  'Every policyholder has full authority under this policy: each of them can make changes, lodge claims, receive refunds, cancel the policy or take it over.'

export const claimSteps: readonly string[] = [
  'Make sure everyone is safe. Call 111 if anyone is hurt or in danger.',
  'Take the names, phone numbers and number plates of everyone involved, and photos if you can.',
  'Tell the Police about theft or deliberate damage, and keep the report number.',
  `Call us on ${underwriterDetails.claimsPhone}, ${underwriterDetails.claimsHours}. Please do not admit fault or start repairs before we agree.`,
]

export function complaintSteps(): string[] {
  const { disputesScheme } = underwriterDetails
  return [
    `Call ${underwriterDetails.complaintsPhone} or write to ${underwriterDetails.complaintsEmail}. We confirm that we have your complaint within 5 business days and answer within 10.`,
    `If we cannot agree, or two months have passed, ask the ${disputesScheme.name}: ${disputesScheme.phone}, ${disputesScheme.email}. It is independent of us and costs you nothing.`,
  ]
}

export const contactText = ({ supportPhone, supportHours, supportEmail }: Brand): string =>
  `call ${supportPhone.text} (${supportHours}) or write to ${supportEmail}`

export const cancelOrChangeText = (brand: Brand): string =>
  `To cancel or change your policy, ${contactText(brand)}.`

export const noRenewalText =
  'It does not renew by itself, and no payment is taken after those in your schedule.'

export const cancellingAndClaimsBlocks = (record: PolicyRecord, brand: Brand): Block[] => [
  heading('If you change your mind'),
  paragraph(
    `You can cancel until ${formatLongDate(coolingOffEndDate(record))}, ${coolingOffDays} days from the start of cover, and get back all you paid, if you have made no claim. After that you can cancel at any time, and we refund the part of the premium for the days left.`,
  ),
  paragraph(cancelOrChangeText(brand)),
  heading('Who may act'),
  paragraph(policyholderAuthorityText),
  heading('How to claim'),
  list(claimSteps),
  heading('If you are not happy'),
  list(complaintSteps()),
  heading('About the insurer'),
  paragraph(underwriterDetails.financialStrength),
  paragraph(
    `${underwriterDetails.name}, ${underwriterDetails.postalAddress}. GST number ${underwriterDetails.gstNumber}.`,
  ),
]
