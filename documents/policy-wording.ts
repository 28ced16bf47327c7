/** The policy wording of each cover as a PDF: what is covered and what is not, duties, rights and definitions. */
import type { Brand } from '#brands/brand.ts'
import {
  additionalExcesses,
  type CoverType,
  coolingOffDays,
  coverNames,
  insuresCar,
  standardExcessDollars,
} from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { dutyOfDisclosure, misrepresentationWarning, underwriterDetails } from '#journey/underwriter.ts'
import {
  additionalExcessTable,
  benefitsWithLimit,
  coverFacts,
  policyExcessSentence,
} from '#underwriting/cover-facts.ts'
import { wordingVersion } from './document-versions.ts'
import { type Block, heading, labelledValues, list, note, paragraph, subheading } from './pdf/blocks.ts'
import { renderBlocks } from './pdf/render-blocks.ts'
import {
  cancelOrChangeText,
  claimSteps,
  complaintSteps,
  contactText,
  noRenewalText,
  policyholderAuthorityText,
} from './schedule-cancelling-and-claims.ts'
import { excessDueText, excessTable } from './schedule-cover-and-answers.ts'

const introduction = (brand: Brand): string =>
  `This wording and your schedule together are your contract with ${underwriterDetails.name}, who insures you. ${brand.name} sells the policy and looks after it. We have not looked at whether it suits you: read both, and ask if anything is unclear.`

const dutiesBlocks = (brand: Brand): Block[] => [
  heading('What we ask of you'),
  subheading('When you apply and when things change'),
  list([
    dutyOfDisclosure,
    'Answer our questions truthfully and completely, for yourself and for every driver you name. They ask about each driver’s claims, accidents or licence loss in the last 3 years, whoever was at fault, criminal convictions, and charges that have not been decided.',
    'You may leave out traffic offences that cost no one a licence, and what the Clean Slate Act conceals.',
    'Tell us as soon as you can if an answer changes: you move, change or modify the car, use it to earn an income, someone else becomes a regular driver, or a driver you name has a claim or an accident, loses a licence, or is charged or convicted.',
  ]),
  paragraph(
    `${misrepresentationWarning} We may also change the premium, pay less of a claim or cancel the policy.`,
  ),
  subheading('While you own the car'),
  list([
    'Keep it safe to drive, with a current Warrant of Fitness.',
    'Lock it, and never leave the keys in it.',
    'Take reasonable care to prevent accidents and theft.',
  ]),
  heading('Paying for your policy'),
  paragraph(
    'Your schedule shows the premium and when it is paid. If a payment fails, we tell you, and may try once more within 5 business days without a new notice. If it is still unpaid 28 days after it was due, we may cancel the policy after telling you the day on which we will.',
  ),
  paragraph(`If you cannot pay, tell us early: ${contactText(brand)}.`),
]

const rightsBlocks = (brand: Brand): Block[] => [
  heading('How to claim'),
  list(claimSteps),
  subheading('What happens then'),
  list([
    'Within 5 business days we confirm that we have your claim.',
    'We decide within 10 business days of having all we need, or tell you what is missing.',
    'We tell you how your claim stands at least every 20 business days.',
    'If someone else was to blame, we may recover what we paid, in your name. Please help us to.',
  ]),
  heading('Changing and cancelling'),
  paragraph(cancelOrChangeText(brand)),
  subheading(`Within ${coolingOffDays} days`),
  paragraph(
    `You can cancel within ${coolingOffDays} days of the start of cover and get back all you paid, if you have made no claim.`,
  ),
  subheading('Later'),
  paragraph(
    'You can cancel at any time. We refund the part of the premium for the days left. When the car is a total loss and we have paid for it, the policy ends without a refund: what is still to pay of the year’s premium is taken off what we pay for the car, and no more payments are taken.',
  ),
  subheading('When we cancel'),
  paragraph(
    'We can cancel with 14 days’ notice by email, and at once if an answer or a claim was dishonest. We refund the part of the premium for the days left.',
  ),
  subheading('When the year is over'),
  paragraph(`Cover ends when your schedule says. ${noRenewalText}`),
  subheading('More than one policyholder'),
  paragraph(policyholderAuthorityText),
  heading('Complaints'),
  list(complaintSteps()),
  heading('Your information'),
  paragraph(
    `${brand.name} and we hold what you tell us, to quote, insure and settle claims, under the Privacy Act 2020. We share it with assessors, repairers, other insurers, their claims register and our suppliers, such as whoever delivers our emails. To see or correct it, write to ${brand.supportEmail}.`,
  ),
  heading('About the insurer'),
  paragraph(underwriterDetails.financialStrength),
  paragraph(
    'The law of New Zealand applies to this contract, and its courts decide. Amounts are New Zealand dollars and include GST.',
  ),
]

const valueDefinitions: Readonly<Record<CoverType, Readonly<Record<string, string>>>> = {
  COMPREHENSIVE: {
    'Agreed value':
      'The amount on your schedule, agreed by you and us. For a total loss we pay it, less the excess and unpaid premium.',
  },
  THIRD_PARTY_FIRE_THEFT: {
    'Market value':
      'What your car would have cost to buy just before the loss, given its age, condition and distance driven.',
  },
  THIRD_PARTY: {},
}

const definitions = (cover: CoverType): Readonly<Record<string, string>> => ({
  Accident: 'Something sudden that you did not intend or expect.',
  ...valueDefinitions[cover],
  Event: 'One accident or loss, or several that have one cause.',
  'Listed driver':
    'A driver named on your schedule. Other people may drive your car, with a higher excess where this wording says so.',
  'Period of cover':
    'The year on your schedule: from the beginning of its first day, or from when you bought it if that was during that day, until midnight as the day it runs to begins.',
  Schedule:
    'The document with your name, your car, your cover and your premium, sent when you buy and after every change.',
  'Total loss':
    'A car that is stolen and not found, or that cannot be repaired safely or for less than it is worth.',
  'We, us': `${underwriterDetails.name}.`,
  You: 'Every policyholder on your schedule; for damage or injury to others, also whoever drives your car with your consent.',
})

const wordingDate = new Date(`${wordingVersion}T00:00:00Z`)

const titlesAndSentences = (
  entries: readonly { readonly title: string; readonly sentence: string }[],
): Block => labelledValues(entries.map(({ title, sentence }) => ({ label: title, value: sentence })))

function coverBlocks(cover: CoverType): Block[] {
  const { benefits, options, exclusions } = coverFacts(cover)
  return [
    heading('What is covered'),
    paragraph(
      'Every policy with this cover has these benefits, for accidents and losses during the period of cover.',
    ),
    titlesAndSentences(benefits),
    heading('Options you can add'),
    paragraph('You have an option only when your schedule names it among the options taken.'),
    titlesAndSentences(options),
    heading('The most we pay'),
    paragraph(
      insuresCar(cover)
        ? 'For one event, GST included. Your schedule shows the amount your car is covered for.'
        : 'For one event, GST included.',
    ),
    {
      kind: 'table',
      head: ['Benefit', 'Up to'],
      rows: benefitsWithLimit(cover).map(({ title, limitDollars = 0, isEach }) => [
        title,
        `${dollarsText(limitDollars)}${isEach ? ' each' : ''}`,
      ]),
      widths: [150],
      amounts: true,
    },
    heading('What is not covered'),
    paragraph('We do not pay for:'),
    list(exclusions.map(exclusion => exclusion.sentence)),
    heading('Your excess'),
    paragraph(
      `The excess is the part of a claim that you pay. ${policyExcessSentence[cover]} ${excessDueText} Some drivers add to it:`,
    ),
    excessTable('on your schedule'),
    titlesAndSentences(additionalExcessTable),
    subheading('An example'),
    paragraph(example()),
  ]
}

/** An example claim, because excesses surprise customers most (IFSO case notes). */
function example(): string {
  const added = additionalExcesses.under25.listed
  const excess = standardExcessDollars + added
  const damage = 4000
  return `Your excess is ${dollarsText(standardExcessDollars)}. A driver of 22, named on your schedule, does ${dollarsText(damage)} of damage to another car by accident. You pay ${dollarsText(standardExcessDollars)} and ${dollarsText(added)}, together ${dollarsText(excess)}; we pay ${dollarsText(damage - excess)}.`
}

export const wordingBlocks = (cover: CoverType, brand: Brand): Block[] => [
  note(introduction(brand)),
  subheading('In this wording'),
  { kind: 'contents' },
  ...coverBlocks(cover),
  ...dutiesBlocks(brand),
  ...rightsBlocks(brand),
  heading('What words mean'),
  labelledValues(Object.entries(definitions(cover)).map(([label, value]) => ({ label, value }))),
]

/** Renders the wording as a tagged PDF; the same cover and brand always give the same bytes. */
export function wordingPdf(cover: CoverType, brand: Brand): Promise<Uint8Array> {
  const metadata = {
    title: `${coverNames[cover]} policy wording`,
    subtitle: `Car insurance. Version ${wordingVersion}`,
    footer: `${coverNames[cover]} policy wording ${wordingVersion}`,
    brand,
    madeAt: wordingDate,
  }
  return renderBlocks(metadata, wordingBlocks(cover, brand))
}
