/** The calendar file of a policy (RFC 5545): attached to the policy e-mail and offered on the success page. */
import { type Brand, mailDomain } from '#brands/brand.ts'
import { coverNames } from '#journey/cover.ts'
import { addDays, type NzDay } from '#journey/dates.ts'
import { moneyText } from '#journey/money.ts'
import { encodePolicyNumberForId, type PolicyRecord } from '#journey/policy-record.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { coolingOffEndDate, firstPayment, paymentMethodText } from './quote-and-policy-text.ts'

interface CalendarDay {
  /** The same in every version of the file, so that a calendar program updates its entry. */
  readonly id: string
  readonly day: NzDay
  readonly summary: string
  readonly description: string
}

const lineOctets = 75
const compactDay = (day: NzDay) => day.replaceAll('-', '')
const escapeText = (text: string) =>
  text.replace(/[\\;,]/g, character => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')

/** Folds a line after 75 octets without splitting a character (RFC 5545, 3.1). */
function fold(line: string): string {
  const lines = ['']
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > lineOctets) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += letter
    octets += size
  }
  return lines.join('\r\n')
}

const days = (record: PolicyRecord, brand: Brand): CalendarDay[] => {
  const first = firstPayment(record)
  const cover = coverNames[record.choice.cover]
  return [
    {
      id: 'start',
      day: record.choice.startDate,
      summary: 'Car insurance starts',
      description: `${cover}, policy ${record.policyNumber}, plate ${record.car.plate}. Claims: ${underwriterDetails.claimsPhone}.`,
    },
    {
      id: 'first-payment',
      day: first.date,
      summary: `${record.choice.frequency === 'ANNUAL' ? 'Car' : 'First car'} insurance payment, ${moneyText(first.amountCents)}`,
      description: `Policy ${record.policyNumber}. Paid from: ${paymentMethodText(record)}.`,
    },
    {
      id: 'cancel-by',
      day: coolingOffEndDate(record),
      summary: 'Last day to cancel car insurance with a full refund',
      description: `Policy ${record.policyNumber}, if you have made no claim. ${brand.name}: ${brand.supportPhone.text}.`,
    },
  ]
}

/** Whole-day entries for the start, the first payment and the last day to cancel with a full refund. */
export function policyCalendar(record: PolicyRecord, brand: Brand): string {
  const stamp = new Date(record.issuedAt).toISOString().replace(/[-:]|\.\d+/g, '')
  const entries = days(record, brand).flatMap(({ id, day, summary, description }) => [
    'BEGIN:VEVENT',
    `UID:${id}-${encodePolicyNumberForId(record.policyNumber)}@${mailDomain(brand)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compactDay(day)}`,
    `DTEND;VALUE=DATE:${compactDay(addDays(day, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brand.name)}//Car insurance//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...entries,
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
