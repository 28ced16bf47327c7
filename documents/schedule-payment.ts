/** The schedule's payment section: the premium and its parts, the payment method, and all payments by date. */
import { formatLongDate } from '#journey/dates.ts'
import { type Cents, gstPortion, moneyText } from '#journey/money.ts'
import type { PolicyRecord, PremiumRecord } from '#journey/policy-record.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { type Block, heading, labelledValues, paragraph } from './pdf/blocks.ts'
import {
  bankStatementRow,
  firstPaymentRow,
  type LabelledValue,
  paymentMethodText,
  paymentSchedule,
  priceText,
} from './quote-and-policy-text.ts'

function howOften(record: PolicyRecord): string {
  const { frequency } = record.choice
  if (frequency === 'ANNUAL') return 'Once, for the whole year'
  const name = frequency === 'FORTNIGHTLY' ? 'Fortnightly' : 'Monthly'
  return `${name}, ${paymentSchedule(record).length} in the year`
}

/** The parts of the total to the cent, and the surcharge for instalments. */
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

export const paymentBlocks = (record: PolicyRecord): Block[] => [
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
export function paymentTable(record: PolicyRecord): Block[] {
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
