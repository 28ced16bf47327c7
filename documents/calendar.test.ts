/** Tests of the policy's calendar file: its entries, its RFC 5545 format, and safe ids. */
import { expect, test } from 'vitest'
import { mailDomain } from '#brands/brand.ts'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { policyCalendar } from './calendar.ts'

const brand = sampleBrand('turners')
const calendar = policyCalendar(policyRecord, brand)
const unfolded = calendar.replace(/\r\n[ \t]/g, '').split('\r\n')
const values = (name: string) =>
  unfolded.filter(line => line.startsWith(name)).map(line => line.slice(line.indexOf(':') + 1))

test('[PAY-06] [PAY-13] the calendar contains the start, the first payment and the last day to cancel', () => {
  expect(values('DTSTART')).toEqual(['20261127', '20261130', '20261218'])
  expect(values('DTEND')).toEqual(['20261128', '20261201', '20261219'])
  expect(values('SUMMARY')).toEqual([
    'Car insurance starts',
    'First car insurance payment\\, $38.20',
    'Last day to cancel car insurance with a full refund',
  ])
})

test('[PAY-06] an annual payment has no entry for a first payment', () => {
  const choice = { ...policyRecord.choice, frequency: 'ANNUAL' } as const
  expect(policyCalendar({ ...policyRecord, choice }, brand)).toContain(
    'SUMMARY:Car insurance payment\\, $38.20',
  )
})

test('[PAY-06] the calendar follows RFC 5545', () => {
  expect(unfolded[0]).toBe('BEGIN:VCALENDAR')
  expect(unfolded.at(-2)).toBe('END:VCALENDAR')
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(new Set(values('UID')).size).toBe(3)
  expect(new Set(values('DTSTAMP'))).toEqual(new Set(['20261120T233000Z']))
  expect(values('BEGIN')).toHaveLength(4)
  expect(values('END')).toHaveLength(4)
})

test('[PAY-06] [EDGE-13] a policy number with spaces, dots and slashes makes valid ids', () => {
  const odd = policyCalendar({ ...policyRecord, policyNumber: 'MVP 12/3.4 (é);' }, brand)
  expect(odd.replace(/\r\n /g, '').match(/^UID:.*$/gm)).toEqual(
    ['start', 'first-payment', 'cancel-by'].map(
      id => `UID:${id}-MVP%2012%2F3%2E4%20%28%C3%A9%29%3B@${mailDomain(brand)}`,
    ),
  )
})

test('[PAY-06] produces the same file each time, and no customer input can add an entry', () => {
  expect(policyCalendar(policyRecord, brand)).toBe(calendar)
  const plate = 'A\r\nEND:VEVENT\nBEGIN:VEVENT;,\\'
  const hostile = policyCalendar({ ...policyRecord, car: { ...policyRecord.car, plate } }, brand)
  expect(hostile.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(3)
  expect(hostile.replace(/\r\n /g, '')).toContain('A\\nEND:VEVENT\\nBEGIN:VEVENT\\;\\,\\\\')
})
