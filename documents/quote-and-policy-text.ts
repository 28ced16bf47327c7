/** The texts and labelled values that describe a quote or policy in e-mails and PDF documents. */
import type { Brand } from '#brands/brand.ts'
import {
  additionalExcesses,
  type CoverOption,
  type CoverType,
  coolingOffDays,
  coverNames,
  excessText,
  type Frequency,
  insuresCar,
  isYoungDriver,
  optionsOf,
  youngDriverAgeLimit,
  youngDriverExcessText,
} from '#journey/cover.ts'
import { addDays, formatLongDate, type NzDay, nzTime, nzToday } from '#journey/dates.ts'
import { type Debit, debitSchedule } from '#journey/debit-schedule.ts'
import { dollarsText, moneyText } from '#journey/money.ts'
import type { PolicyRecord, QuoteRecord } from '#journey/policy-record.ts'
import { adjustToBusinessDay } from '#journey/public-holidays.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { optionTitles } from '#underwriting/benefits.ts'
import { benefitsWithLimit } from '#underwriting/cover-facts.ts'

const wordsOf = (names: string): string[] => names.split(/[^\p{L}\p{M}]+/u).filter(Boolean)

/** True for names of usual length. A longer text could contain a message to a reader who did not type it. */
const isShortName = (names: string): boolean => wordsOf(names).length <= 4 && names.length <= 40

export function shortName(name: string): string {
  const words = wordsOf(name)
  return isShortName(name) ? name : [...`${words[0]} ${words.at(-1)}`].slice(0, 40).join('')
}

/** 'Māia and Seán'; null if the names together are longer than four words or 40 characters. */
export function firstNamesText(people: readonly { readonly firstName: string }[]): string | null {
  const names = people.map(({ firstName }) => firstName)
  return isShortName(names.join(' ')) ? new Intl.ListFormat('en-NZ').format(names) : null
}

type Insured = Omit<QuoteRecord, 'validUntil'>

const youngDrivers = ({ drivers, choice }: Insured) =>
  drivers.filter(({ dateOfBirth }) => isYoungDriver(dateOfBirth, choice.startDate))

const recordExcessText = (record: Insured): string =>
  excessText(record.excessDollars, youngDrivers(record).length > 0)

export const excessNote = (record: Insured): string =>
  youngDrivers(record).length === 0
    ? 'Some drivers pay more: see ‘Your excess’.'
    : `With a named driver under ${youngDriverAgeLimit}: ${youngDriverExcessText(record.excessDollars)}. See ‘Your excess’.`

/** The named drivers whose age raises the excess, and the amount; null if no driver is young. */
export function youngDriversText(record: Insured): string | null {
  const names = youngDrivers(record).map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  if (names.length === 0) return null
  const all = new Intl.ListFormat('en-NZ').format(names)
  const added = dollarsText(additionalExcesses.under25.listed)
  return `${all} ${names.length === 1 ? 'is' : 'are'} under ${youngDriverAgeLimit} when cover begins: until they turn ${youngDriverAgeLimit}, an accident with them driving costs you ${added} more, ${youngDriverExcessText(record.excessDollars)} with the policy excess.`
}

export interface LabelledValue {
  readonly label: string
  readonly value: string
}

const everyWords: Readonly<Record<Frequency, string>> = {
  FORTNIGHTLY: 'a fortnight',
  MONTHLY: 'a month',
  ANNUAL: 'for the year',
}

/** '$38.20 a fortnight, $993.20 for the year, GST included' */
export function priceText({ premium, choice }: Insured): string {
  const each = `${moneyText(premium.instalmentCents)} ${everyWords[choice.frequency]}`
  return choice.frequency === 'ANNUAL'
    ? `${each}, GST included`
    : `${each}, ${moneyText(premium.yearTotalCents)} for the year, GST included`
}

/** The limit of an included benefit, such as '$20,000,000'. */
export const limitText = (code: string, cover: CoverType): string =>
  dollarsText(benefitsWithLimit(cover).find(limit => limit.code === code)?.limitDollars ?? 0)

/** The amount covered with its basis: customers often confuse agreed and market value. */
export function amountCoveredText({ choice, carValueDollars }: Insured): string {
  const value = dollarsText(carValueDollars)
  if (choice.cover === 'COMPREHENSIVE') return `${value}, the agreed value of your car`
  if (choice.cover === 'THIRD_PARTY_FIRE_THEFT') return `Market value of your car, up to ${value}`
  return `Damage to other people’s property, up to ${limitText('LIABILITY_PROPERTY', choice.cover)}; to your own car only by an uninsured driver, up to ${limitText('UNINSURED_DRIVER', choice.cover)}`
}

const namesOf = (options: readonly CoverOption[]): string => optionTitles(options).join(', ') || 'None'

export function optionRows({ choice }: Insured): LabelledValue[] {
  const offered = optionsOf[choice.cover]
  return [
    { label: 'Options taken', value: namesOf(offered.filter(option => choice[option])) },
    { label: 'Options not taken', value: namesOf(offered.filter(option => !choice[option])) },
  ]
}

export const coolingOffEndDate = ({ choice }: Pick<Insured, 'choice'>): NzDay =>
  addDays(choice.startDate, coolingOffDays)

/** Every payment of the year. Debits are on business days, none before the day of issue. */
export function paymentSchedule({ choice, payment, premium, issuedAt }: PolicyRecord): Debit[] {
  const { frequency, startDate } = choice
  if (frequency === 'ANNUAL') return [{ date: payment.firstDebit, amountCents: payment.amountCents }]
  const { instalmentCents } = premium
  const soonest = adjustToBusinessDay(nzToday(new Date(issuedAt)))
  const due = debitSchedule({ startDate, firstDebit: payment.countedFrom, frequency, instalmentCents }).map(
    debit => (debit.date < soonest ? { ...debit, date: soonest } : debit),
  )
  if (payment.method === 'bank') return due
  return [{ date: payment.firstDebit, amountCents: payment.amountCents }, ...due.slice(1)]
}

export const firstPayment = (record: PolicyRecord): Debit =>
  paymentSchedule(record)[0] ?? { date: record.payment.firstDebit, amountCents: record.payment.amountCents }

/** The date and amount of the first payment, labelled 'Payment' if it is the only one. */
export function firstPaymentRow(record: PolicyRecord): LabelledValue {
  const { amountCents, date } = firstPayment(record)
  const label = record.choice.frequency === 'ANNUAL' ? 'Payment' : 'First payment'
  return { label, value: `${moneyText(amountCents)} on ${formatLongDate(date)}` }
}

/** The insurer and the brand that sells: documents always name both. */
const insurerText = (brand: Brand): string => `${underwriterDetails.name}, through ${brand.name}`

export const paymentMethodText = ({ payment }: PolicyRecord): string =>
  payment.method === 'bank' ? `Bank account ${payment.maskedSource}` : payment.maskedSource

/** The text on the customer's bank statement. The policy has no number yet when a card is charged. */
export function bankStatementRow({
  choice,
  payment,
  policyNumber,
  quoteNumber,
}: PolicyRecord): LabelledValue {
  const { particulars, code } = underwriterDetails.directDebit
  const ofCard = `Quote number ${quoteNumber}${choice.frequency === 'ANNUAL' ? '' : ', for the first payment'}`
  return {
    label: 'On your statement',
    value: payment.method === 'bank' ? `${particulars}, ${code}, ${policyNumber}` : ofCard,
  }
}

/** Names only the main driver, because a quote e-mail can be sent to any address. */
function driversText([main, ...others]: QuoteRecord['drivers']): string {
  const more = others.length > 1 ? `${others.length} others` : '1 other'
  return `${shortName(main?.firstName ?? '')}${others.length > 0 ? ` and ${more}` : ''}`
}

/** The details of a saved quote for its e-mail, without the plate, which other people could read. */
export function quoteMailRows(record: QuoteRecord, brand: Brand): LabelledValue[] {
  const { car, choice, carValueDollars, drivers } = record
  return [
    { label: 'Car', value: car.description },
    { label: 'Cover', value: coverNames[choice.cover] },
    { label: 'Insurer', value: insurerText(brand) },
    { label: 'Price', value: priceText(record) },
    { label: 'Excess', value: recordExcessText(record) },
    ...(insuresCar(choice.cover) ? [{ label: 'Car value', value: dollarsText(carValueDollars) }] : []),
    ...optionRows(record),
    { label: 'Start date', value: formatLongDate(choice.startDate) },
    { label: drivers.length > 1 ? 'Drivers' : 'Driver', value: driversText(drivers) },
    { label: 'Valid until', value: formatLongDate(record.validUntil) },
    { label: 'Quote number', value: record.quoteNumber },
  ]
}

/** The start of cover: its first day, or the time of purchase on that day, '2:05pm on 27 November 2026'. */
export function coverStartText({ boughtAt, choice: { startDate } }: PolicyRecord): string {
  const bought = boughtAt === undefined ? null : new Date(boughtAt)
  return bought && nzToday(bought) === startDate
    ? `${nzTime(bought)} on ${formatLongDate(startDate)}`
    : formatLongDate(startDate)
}

export const periodText = (record: PolicyRecord): string =>
  `${coverStartText(record)} to ${formatLongDate(record.endDate)}`

export function policyRows(record: PolicyRecord, brand: Brand): LabelledValue[] {
  const { car, choice } = record
  return [
    { label: 'Policy number', value: record.policyNumber },
    { label: 'Insurer', value: insurerText(brand) },
    { label: 'Cover', value: coverNames[choice.cover] },
    { label: 'Car', value: `${car.description}, plate ${car.plate}` },
    { label: 'Amount covered', value: amountCoveredText(record) },
    { label: 'Excess', value: recordExcessText(record) },
    { label: 'Premium', value: priceText(record) },
    { label: 'Period of cover', value: `1 year, from ${periodText(record)}` },
    firstPaymentRow(record),
    { label: 'Paid from', value: paymentMethodText(record) },
    bankStatementRow(record),
    {
      label: 'Cancel for a full refund until',
      value: `${formatLongDate(coolingOffEndDate(record))}, if you have made no claim`,
    },
    { label: 'Claims', value: `${underwriterDetails.claimsPhone}, ${underwriterDetails.claimsHours}` },
  ]
}
