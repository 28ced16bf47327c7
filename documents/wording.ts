/** The policy wording of each cover as a PDF: what is covered and what is not. */
import type { Brand } from '#brands/brand.ts'
import { type CoverType, coverNames, insuresCarValue, standardExcessDollars } from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { type CoverFacts, coverFacts, limitsOf, policyExcessSentence } from '#underwriting/cover-facts.ts'
import { wordingVersion } from './document-versions.ts'
import { type Block, heading, labelledValues, list, note, paragraph, subheading } from './pdf/blocks.ts'
import { renderBlocks } from './pdf/render-blocks.ts'
import { excessDueText, excessTable } from './schedule-cover.ts'
import { definitions, dutiesBlocks, introduction, rightsBlocks } from './wording-terms.ts'

const wordingDate = new Date(`${wordingVersion}T00:00:00Z`)

const benefitFacts = (benefits: CoverFacts['benefits']) =>
  benefits.map(({ title, sentence }) => ({ label: title, value: sentence }))

function coverBlocks(cover: CoverType): Block[] {
  const { benefits, options, exclusions } = coverFacts(cover)
  return [
    heading('What is covered'),
    paragraph(
      'Every policy with this cover has these benefits, for accidents and losses during the period of cover.',
    ),
    labelledValues(benefitFacts(benefits)),
    heading('Options you can add'),
    paragraph('You have an option only when your schedule names it among the options taken.'),
    labelledValues(benefitFacts(options)),
    heading('The most we pay'),
    paragraph(
      insuresCarValue(cover)
        ? 'For one event, GST included. Your schedule shows the amount your car is covered for.'
        : 'For one event, GST included.',
    ),
    {
      kind: 'table',
      head: ['Benefit', 'Up to'],
      rows: limitsOf(cover).map(({ title, limitDollars = 0, isEach }) => [
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
    excessTable(cover, 'on your schedule'),
    labelledValues(
      coverFacts(cover).additionalExcesses.map(({ title, sentence }) => ({ label: title, value: sentence })),
    ),
    subheading('An example'),
    paragraph(example(cover)),
  ]
}

/** An example claim, because excesses surprise customers most (IFSO case notes). */
function example(cover: CoverType): string {
  const under25 = coverFacts(cover).additionalExcesses.find(excess => excess.code === 'UNDER_25')
  const added = under25?.listedDollars ?? 0
  const excess = standardExcessDollars + added
  const damage = 4000
  return `Your excess is ${dollarsText(standardExcessDollars)}. A driver of 22, named on your schedule, does ${dollarsText(damage)} of damage to another car by accident. You pay ${dollarsText(standardExcessDollars)} and ${dollarsText(added)}, together ${dollarsText(excess)}; we pay ${dollarsText(damage - excess)}.`
}

/** The content of the wording. */
export const wordingBlocks = (cover: CoverType, brand: Brand): Block[] => [
  note(introduction(brand)),
  subheading('In this wording'),
  { kind: 'contents' },
  ...coverBlocks(cover),
  ...dutiesBlocks(brand),
  ...rightsBlocks(brand),
  heading('What words mean'),
  labelledValues(definitions(cover)),
]

/** Renders the wording as a tagged PDF; the same cover and brand always give the same bytes. */
export function wordingPdf(cover: CoverType, brand: Brand): Promise<Uint8Array> {
  const paper = {
    title: `${coverNames[cover]} policy wording`,
    subtitle: `Car insurance. Version ${wordingVersion}`,
    footer: `${coverNames[cover]} policy wording ${wordingVersion}`,
    brand,
    madeAt: wordingDate,
  }
  return renderBlocks(paper, wordingBlocks(cover, brand))
}
