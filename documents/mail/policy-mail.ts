/** The e-mail with the documents of a new policy. */
import type { Brand } from '#brands/brand.ts'
import { coolingOffEndDate, firstNamesText, policyRows } from '#documents/quote-and-policy-text.ts'
import { noRenewalText } from '#documents/schedule-cancelling-and-claims.ts'
import { coolingOffDays } from '#journey/cover.ts'
import { formatLongDate, type NzDay } from '#journey/dates.ts'
import { hasSameEmail } from '#journey/email-address.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { type RenderedMail, renderMail } from './mail-layout.ts'

/** Privacy information (IPP 3A) for policyholders who share the buyer's address and so get no notice of their own. */
function noticeForOthers(
  { policyholders: [buyer, ...others] }: PolicyRecord,
  brand: Brand,
  privacyUrl: string,
): string[] {
  const here = others.filter(other => buyer && hasSameEmail(other, buyer))
  if (here.length === 0) return []
  const whom = firstNamesText(here) ?? 'the others named'
  return [
    `You gave this address for ${whom} as well. Please show them this: ${brand.name} and ${underwriterDetails.name} hold their title, name, date of birth and mobile number, that they are a policyholder and, of those who drive, what we were told of claims, licence and any criminal record. We use it to issue and look after this policy and to settle claims. They may see it and have it put right: write to ${brand.supportEmail}, or read ${privacyUrl}.`,
  ]
}

/** `documentsUrl` is the page for downloading the schedule, up to and including the day `worksUntil`. */
export function policyMail(
  record: PolicyRecord,
  brand: Brand,
  links: { readonly documentsUrl: string; readonly worksUntil: NzDay; readonly privacyUrl: string },
): RenderedMail {
  const { policyNumber, choice } = record
  return renderMail(
    {
      subject: `Your car insurance policy ${policyNumber} starts ${formatLongDate(choice.startDate)}`,
      preheader: 'Your documents are attached',
      heading: `You’re covered from ${formatLongDate(choice.startDate)}`,
      opening: [
        'Attached are your schedule (policyDetails.pdf), the policy wording, and the dates that matter as a calendar file.',
      ],
      details: policyRows(record, brand),
      action: { text: 'Download my policy details', url: links.documentsUrl },
      closing: [
        `The link works until ${formatLongDate(links.worksUntil)}; the attached files are yours to keep. After that day, call us on ${brand.supportPhone.text}.`,
        `Please check by ${formatLongDate(coolingOffEndDate(record))}, ${coolingOffDays} days from the start of cover, that your schedule is right, and tell us if anything in it is wrong. Until that day you can also cancel and get your money back, if you have made no claim.`,
        `Cover ends at midnight as ${formatLongDate(record.endDate)} begins. ${noRenewalText}`,
        'Everything you would do after an accident is in the schedule, under ‘How to claim’.',
        ...noticeForOthers(record, brand, links.privacyUrl),
      ],
      footer: [
        `You get this because you bought a policy. It is insured by ${underwriterDetails.name} and sold by ${brand.name}.`,
      ],
    },
    brand,
  )
}
