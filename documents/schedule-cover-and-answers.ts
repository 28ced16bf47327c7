/** The schedule's sections on the excess, the chosen options, the drivers and the customer's answers. */
import { addressText } from '#journey/address.ts'
import {
  coolingOffDays,
  coverNames,
  hireCarDays,
  roadsideCallOuts,
  youngDriverAgeLimit,
} from '#journey/cover.ts'
import { formatDay, formatLongDate } from '#journey/dates.ts'
import { toAsciiEmail } from '#journey/email-address.ts'
import { type Incident, incidentTypeNames } from '#journey/incidents.ts'
import { dollarsText } from '#journey/money.ts'
import type { Driver } from '#journey/people.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { type IndicatorName, indicatorNames } from '#journey/questions/yes-no-questions.ts'
import { misrepresentationWarning } from '#journey/underwriter.ts'
import { additionalExcessTable } from '#underwriting/cover-facts.ts'
import { type Block, heading, labelledValues, note, paragraph, subheading } from './pdf/blocks.ts'
import { hasAllGlyphs } from './pdf/glyph-fallback.ts'
import {
  amountCoveredText,
  coolingOffEndDate,
  type LabelledValue,
  limitText,
  optionRows,
  youngDriversText,
} from './quote-and-policy-text.ts'

const monthYear = ({ year, month }: Incident): string =>
  formatLongDate(`${year}-${String(month).padStart(2, '0')}-01`).replace(/^1 /, '')

const incidentsText = ({ incidents }: Driver): string =>
  incidents.map(incident => `${incidentTypeNames[incident.claimCode]}, ${monthYear(incident)}`).join('\n') ||
  'None'

interface DriverColumn {
  readonly head: string
  text(driver: Driver): string
}

/** The columns of a driver's answers in print order; null for an answer that another column contains. */
const driverColumns: Readonly<Record<keyof Driver, DriverColumn | null>> = {
  firstName: {
    head: 'Name',
    text: ({ firstName, lastName, type }) =>
      `${firstName} ${lastName}${type === 'Primary' ? ' (main driver)' : ''}`,
  },
  lastName: null,
  type: null,
  dateOfBirth: { head: 'Date of birth', text: driver => formatDay(driver.dateOfBirth) },
  incidentCount: null,
  incidents: { head: 'Incidents declared', text: incidentsText },
}
const shownColumns = Object.values(driverColumns).filter(column => column !== null)

/** The line of each yes/no answer; null if none is printed, because a declined answer never leads to a policy. */
const indicatorLines: Readonly<Record<IndicatorName, (isYes: boolean) => LabelledValue | null>> = {
  businessUse: () => ({ label: 'Used to earn an income', value: 'No' }),
  modification: () => ({ label: 'Modified, other than for a disability', value: 'No' }),
  criminalRecord: () => ({ label: 'Criminal record', value: 'No driver has one to declare' }),
}

/** When the policy excess is due: some benefits and options of every cover have none. */
export const excessDueText =
  'You pay it for every claim, unless a benefit or an option of yours says that you pay no excess.'

/** The excess table of schedule and wording; `policyExcess` is an amount or a text. */
export const excessTable = (policyExcess: string): Block => ({
  kind: 'table',
  head: ['Excess', 'Listed driver', 'Driver not listed'],
  rows: [
    ['Policy excess', policyExcess, policyExcess],
    ...additionalExcessTable.map(({ title, listedDollars, unlistedDollars }) => [
      title,
      `adds ${dollarsText(listedDollars)}`,
      `adds ${dollarsText(unlistedDollars ?? listedDollars)}`,
    ]),
  ],
  widths: [140, 140],
})

function chosenExcessText({ choice, excessDollars }: PolicyRecord): string | null {
  if (choice.cover !== 'COMPREHENSIVE' || choice.voluntaryExcess === 0) return null
  const lowest = dollarsText(excessDollars - choice.voluntaryExcess)
  return `Of the policy excess, ${lowest} is the lowest we offer you, and ${dollarsText(choice.voluntaryExcess)} is what you chose on top.`
}

function choices(record: PolicyRecord): Block {
  const { choice } = record
  const upTo = (code: string) => `Up to ${limitText(code, choice.cover)}`
  return labelledValues([
    { label: 'Cover', value: coverNames[choice.cover] },
    { label: 'Amount covered', value: amountCoveredText(record) },
    ...optionRows(record),
    ...(choice.hireCar ? [{ label: 'Hire car', value: `Up to ${hireCarDays} days` }] : []),
    ...(choice.roadsideAssistance
      ? [{ label: 'Roadside assistance', value: `Up to ${roadsideCallOuts} call-outs a year` }]
      : []),
    { label: 'Damage to other people’s property', value: upTo('LIABILITY_PROPERTY') },
    { label: 'Injury to other people', value: upTo('LIABILITY_INJURY') },
  ])
}

/** The e-mail address, with an ASCII domain if the font lacks a letter: a substitute would change the address. */
const emailText = (email: string): string => (hasAllGlyphs(email) ? email : (toAsciiEmail(email) ?? email))

/** '0211234567' → '021 123 4567' */
const mobileText = (mobile: string): string => mobile.replace(/^(\d{3})(\d{3})(\d+)$/, '$1 $2 $3')

export function coverAndAnswersBlocks(record: PolicyRecord): Block[] {
  const { drivers, riskAddress } = record
  const ofYours = [youngDriversText(record), chosenExcessText(record)].filter(text => text !== null)
  return [
    heading('Your excess'),
    paragraph(
      `The excess is the part of a claim that you pay. ${excessDueText} The lines below the first add to it, and several may add up. A listed driver is one named below. An inexperienced driver is ${youngDriverAgeLimit} or older and has been licensed for less than 2 years. Driver history counts only where a line below says so of the driver.`,
    ),
    excessTable(dollarsText(record.excessDollars)),
    ...(ofYours.length === 0 ? [] : [paragraph(ofYours.join(' '))]),
    heading('What you chose'),
    choices(record),
    heading('Drivers'),
    {
      kind: 'table',
      head: shownColumns.map(column => column.head),
      rows: drivers.map(driver => shownColumns.map(column => column.text(driver))),
      widths: [88, 215],
    },
    heading('Your answers'),
    note(
      `Check these. Tell us by ${formatLongDate(coolingOffEndDate(record))}, ${coolingOffDays} days from the start of cover, if anything is wrong or missing. ${misrepresentationWarning}`,
    ),
    labelledValues([
      ...indicatorNames
        .map(name => indicatorLines[name](record.indicators[name]))
        .filter(line => line !== null),
      { label: 'Kept overnight at', value: addressText(riskAddress) },
    ]),
    subheading('How to reach you'),
    labelledValues([
      ...record.policyholders.map(policyholder => ({
        label: `${policyholder.firstName} ${policyholder.lastName}`,
        value: `Born ${formatDay(policyholder.dateOfBirth)}\n${emailText(policyholder.email)}\n${mobileText(policyholder.mobile)}`,
      })),
      { label: 'Postal address', value: addressText(record.postalAddress) },
    ]),
  ]
}
