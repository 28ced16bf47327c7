/** The schedule of a policy (policyDetails.pdf). Page 1 states whether the car is covered, for what and until when. */
import type { Brand } from '#brands/brand.ts'
import { addressText } from '#journey/address.ts'
import { coverNames } from '#journey/cover.ts'
import { formatLongDate, nzToday } from '#journey/dates.ts'
import { otherLender } from '#journey/lenders.ts'
import { dollarsText } from '#journey/money.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { scheduleVersion } from './document-versions.ts'
import { type Block, heading, labelledValues, note, paragraph, type SummaryTile } from './pdf/blocks.ts'
import { hasAllGlyphs, replacementGlyph } from './pdf/glyph-fallback.ts'
import { renderBlocks } from './pdf/render-blocks.ts'
import {
  amountCoveredText,
  coverStartText,
  excessNote,
  type LabelledValue,
  periodText,
} from './quote-and-policy-text.ts'
import { cancellingAndClaimsBlocks } from './schedule-cancelling-and-claims.ts'
import { coverAndAnswersBlocks } from './schedule-cover-and-answers.ts'
import { paymentBlocks, paymentTable } from './schedule-payment.ts'

/** The policyholders: the company, if there is one, and each person. */
function policyholders({ businessName, policyholders: people }: PolicyRecord): LabelledValue {
  const names = people.map(({ title, firstName, lastName }) => `${title} ${firstName} ${lastName}`)
  const all = [businessName, ...names].filter(Boolean)
  return { label: all.length > 1 ? 'Policyholders' : 'Policyholder', value: all.join('\n') }
}

/** Says Yes only once cover has started, because a customer may buy days before and must not drive uninsured. */
function amICovered(record: PolicyRecord): SummaryTile {
  const { choice, issuedAt, policyNumber } = record
  const question = 'Am I covered?'
  const from = `From ${coverStartText(record)}`
  return choice.startDate <= nzToday(new Date(issuedAt))
    ? { question, answer: 'Yes', note: `${from}, with policy ${policyNumber}` }
    : { question, answer: from, note: `Not before that day. Policy ${policyNumber}` }
}

/** The finance company with an interest in the car, if any. */
const interestedParty = ({ financeCompany }: PolicyRecord['car']): LabelledValue[] => {
  if (financeCompany === '') return []
  const value =
    financeCompany === otherLender
      ? 'A lender that is not on our list has lent money on the car. Tell us who it is: if we pay for the car’s loss, we pay them first.'
      : `${financeCompany} has lent money on the car. If we pay for its loss, we pay them first.`
  return [{ label: 'Interested party', value }]
}

/** Leaves out the transmission if the insurer's description already contains it. */
const plateText = ({ plate, transmission, description }: PolicyRecord['car']): string =>
  description.toLowerCase().includes(transmission.toLowerCase())
    ? `Plate ${plate}`
    : `Plate ${plate}, ${transmission.toLowerCase()}`

const answers = (record: PolicyRecord): Block => ({
  kind: 'answers',
  answers: [
    amICovered(record),
    {
      question: 'For what?',
      answer: coverNames[record.choice.cover],
      note: `${record.car.description}, plate ${record.car.plate}`,
    },
    {
      question: 'Until when?',
      answer: formatLongDate(record.endDate),
      note: 'One year. Cover ends at midnight as this day begins.',
    },
    {
      question: 'What do I pay if I claim?',
      answer: `${dollarsText(record.excessDollars)} excess`,
      note: excessNote(record),
    },
  ],
})

function policy(record: PolicyRecord, brand: Brand): LabelledValue[] {
  const { car, choice } = record
  return [
    { label: 'Policy number', value: record.policyNumber },
    { label: 'Insurer', value: underwriterDetails.name },
    { label: 'Provider', value: brand.name },
    policyholders(record),
    { label: 'Period of cover', value: `1 year, from ${periodText(record)}` },
    { label: 'Car', value: `${car.description}\n${plateText(car)}` },
    { label: 'Cover', value: coverNames[choice.cover] },
    { label: 'Amount covered', value: amountCoveredText(record) },
    ...interestedParty(car),
  ]
}

/** The note on page 1 if a name or address contains characters that the font lacks. */
function lettersNote(record: PolicyRecord): Block[] {
  const people = [...record.policyholders, ...record.drivers]
  const typed = [
    record.businessName,
    ...people.flatMap(({ firstName, lastName }) => [firstName, lastName]),
    addressText(record.postalAddress),
    addressText(record.riskAddress),
  ]
  if (typed.every(hasAllGlyphs)) return []
  return [
    note(
      `Some letters of your answers cannot be printed in this document: ‘${replacementGlyph}’ stands in their place. We hold your answers exactly as you gave them, and your policy is in your name as you wrote it.`,
    ),
  ]
}

/** The content of the schedule. */
export const scheduleBlocks = (record: PolicyRecord, brand: Brand): Block[] => [
  answers(record),
  labelledValues(policy(record, brand)),
  ...lettersNote(record),
  { kind: 'endOfFirstPage' },
  ...coverAndAnswersBlocks(record),
  ...paymentBlocks(record),
  ...cancellingAndClaimsBlocks(record, brand),
  heading('About this document'),
  paragraph(
    `Issued on ${formatLongDate(nzToday(new Date(record.issuedAt)))}. Schedule version ${scheduleVersion}.`,
  ),
  paragraph('This schedule and the policy wording of your cover together are your contract with us.'),
  ...paymentTable(record),
]

/** Renders the schedule as a tagged PDF, dated by its issue, so that the same record gives the same bytes. */
export function schedulePdf(record: PolicyRecord, brand: Brand): Promise<Uint8Array> {
  const footer = `Policy ${record.policyNumber}`
  const madeAt = new Date(record.issuedAt)
  const metadata = { title: 'Car insurance schedule', subtitle: footer, footer, brand, madeAt }
  return renderBlocks(metadata, scheduleBlocks(record, brand))
}
