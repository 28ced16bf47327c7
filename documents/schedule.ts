/** The schedule of a policy (policyDetails.pdf). Page 1 states whether the car is covered, for what and until when. */
import type { Brand } from '#brands/brand.ts'
import { addressText } from '#journey/address.ts'
import { coverNames } from '#journey/cover.ts'
import { formatLongDate, nzToday } from '#journey/dates.ts'
import { otherLender } from '#journey/lenders.ts'
import { type Cents, dollarsText, gstPortion, moneyText } from '#journey/money.ts'
import type { PolicyRecord, PremiumRecord } from '#journey/policy-record.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { scheduleVersion } from './document-versions.ts'
import { type Block, heading, labelledValues, note, paragraph, type SummaryTile } from './pdf/blocks.ts'
import { hasAllGlyphs, replacementGlyph } from './pdf/glyph-fallback.ts'
import { renderBlocks } from './pdf/render-blocks.ts'
import {
  amountCoveredText,
  bankStatementRow,
  coverStartText,
  excessNote,
  firstPaymentRow,
  type LabelledValue,
  paymentMethodText,
  paymentSchedule,
  periodText,
  priceText,
} from './quote-and-policy-text.ts'
import { cancellingAndClaimsBlocks } from './schedule-cancelling-and-claims.ts'
import { coverAndAnswersBlocks } from './schedule-cover-and-answers.ts'

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

function howOften(record: PolicyRecord): string {
  const { frequency } = record.choice
  if (frequency === 'ANNUAL') return 'Once, for the whole year'
  const name = frequency === 'FORTNIGHTLY' ? 'Fortnightly' : 'Monthly'
  return `${name}, ${paymentSchedule(record).length} in the year`
}

function breakdown({ annualCents, yearTotalCents, steps }: PremiumRecord): LabelledValue[] {
  const gstCents = gstPortion(yearTotalCents)
  const levyCents = steps.find(step => step.code === 'FENZ_LEVY')?.amountCents
  const beforeGst = (cents: Cents) => `${moneyText(cents)} before GST`
  return [
    {
      label: levyCents === undefined ? 'Premium before GST' : 'Premium before levy and GST',
      value: moneyText(yearTotalCents - gstCents - (levyCents ?? 0)),
    },
    ...(levyCents === undefined ? [] : [{ label: 'Fire and Emergency levy', value: beforeGst(levyCents) }]),
    { label: 'GST', value: `${moneyText(gstCents)}, GST number ${underwriterDetails.gstNumber}` },
    { label: 'Total for the year', value: moneyText(yearTotalCents) },
    ...loadingRow(yearTotalCents - annualCents, moneyText(annualCents)),
  ]
}

/** The surcharge for instalments; negative if the insurer has none and rounds each payment down. */
function loadingRow(loadingCents: Cents, atOnce: string): LabelledValue[] {
  if (loadingCents === 0) return []
  if (loadingCents < 0) {
    const value = `${moneyText(-loadingCents)} less than paid at once: that is ${atOnce}`
    return [{ label: 'Rounding of each payment', value }]
  }
  const value = `${moneyText(loadingCents)} of the total: paid at once, it is ${atOnce}`
  return [{ label: 'Paying in instalments', value }]
}

const paymentBlocks = (record: PolicyRecord): Block[] => [
  heading('What you pay'),
  labelledValues([
    { label: 'Premium', value: priceText(record) },
    ...breakdown(record.premium),
    { label: 'Paid', value: howOften(record) },
    firstPaymentRow(record),
    { label: 'Paid from', value: paymentMethodText(record) },
    bankStatementRow(record),
  ]),
]

/** All instalments by date, which is also the notice for direct debits; empty for an annual payment. */
function paymentTable(record: PolicyRecord): Block[] {
  const all = paymentSchedule(record)
  if (all.length === 1) return []
  return [
    { kind: 'newPage' },
    heading('Your payments'),
    paragraph(
      `${record.payment.method === 'card' ? 'The first payment was taken on the card page. A later one that is' : 'A payment'} due on a weekend or public holiday is taken on the next business day, or on the one before if cover would be over by then.`,
    ),
    {
      kind: 'table',
      head: ['Payment', 'Date', 'Amount'],
      rows: all.map(({ date, amountCents }, index) => [
        `${index + 1} of ${all.length}`,
        formatLongDate(date),
        moneyText(amountCents),
      ]),
      widths: [190, 110],
      dense: true,
      amounts: true,
    },
  ]
}

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
