/** Tests of the sales report: its options, its totals and its funnel, from counts as the database has them. */
import { describe, expect, it } from 'vitest'
import { normalizeSalesEventDetail, purchaseDurationClass } from './sales-events.ts'
import { type DailySalesCount, makeSalesReport, parseSalesFilter, type SalesFilter } from './sales-report.ts'

const brands = ['openroad', 'turners']
const today = '2026-11-28'
const noText = { from: undefined, to: undefined, brand: undefined, partner: undefined }

const filter: SalesFilter = { from: '2026-11-01', to: '2026-11-03', brand: null, partner: null }
const count = (event: DailySalesCount['event'], wishes: Partial<DailySalesCount> = {}): DailySalesCount => ({
  day: '2026-11-01',
  brand: 'openroad',
  partner: 'none',
  source: 'openroad',
  detail: '',
  count: 1,
  cents: 0,
  event,
  ...wishes,
})

describe('options', () => {
  it('[BUS-01] by default it covers the last thirty days, all brands and partners', () => {
    const lastThirty = { from: '2026-10-30', to: '2026-11-28', brand: null, partner: null }
    expect(parseSalesFilter(noText, brands, today)).toEqual(lastThirty)
  })

  it.each([
    [{ from: '2026-02-30' }, "'from' is '2026-02-30'; it is a day like 2026-11-28."],
    [{ to: 'yesterday' }, "'to' is 'yesterday'; it is a day like 2026-11-28."],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'The first day, 2026-11-02, is after the last, 2026-11-01.'],
    [{ from: '2024-01-01' }, 'From 2024-01-01 to 2026-11-28 is more than 366 days.'],
    [{ brand: 'acme' }, "'brand' is 'acme'; it is one of openroad, turners."],
    [{ partner: '<b>' }, "'partner' is '<b>'; it is an id of PARTNER_IDS, 'other' or 'none'."],
  ])('[BUS-01] %j is refused with a sentence', (text, sentence) => {
    expect(parseSalesFilter({ ...noText, ...text }, brands, today)).toBe(sentence)
  })

  it('[BUS-01] a whole leap year can be reported', () => {
    const year = { ...noText, from: '2028-01-01', to: '2028-12-31' }
    expect(parseSalesFilter(year, brands, today)).toMatchObject({ from: '2028-01-01', to: '2028-12-31' })
  })
})

describe('numbers', () => {
  it('[BUS-01] every total is the sum of its parts, the GST included', () => {
    const policies = [101, 102, 103, 1_234_567].map((cents, index) =>
      count('policy', { day: `2026-11-0${(index % 3) + 1}`, brand: brands[index % 2] ?? '', cents }),
    )
    const report = makeSalesReport(policies, filter)
    for (const parts of [report.days, report.brands, report.lines])
      for (const column of ['policies', 'premiumCents', 'gstCents'] as const)
        expect(parts.reduce((sum, { numbers }) => sum + numbers[column], 0)).toBe(report.total[column])
    expect(report.total).toMatchObject({ policies: 4, premiumCents: 1_234_873 })
    expect(report.total.gstCents).toBe(13 + 13 + 13 + 161_030)
  })

  it('[BUS-01] has a line per day, brand and partner, in this order, and days without sales', () => {
    const report = makeSalesReport(
      [
        count('prospect', { day: '2026-11-03' }),
        count('prospect', { partner: 'dealer-1', source: 'a' }),
        count('prospect', { partner: 'dealer-1', source: 'b', count: 4 }),
        count('prospect', { brand: 'turners' }),
      ],
      filter,
    )
    const lines = report.lines.map(
      ({ day, brand, partner, numbers }) => `${day} ${brand} ${partner} ${numbers.prospects}`,
    )
    const wanted = ['01 openroad dealer-1 5', '01 turners none 1', '03 openroad none 1']
    expect(lines).toEqual(wanted.map(line => `2026-11-${line}`))
    const days = report.days.map(({ name, numbers }) => `${name} ${numbers.prospects}`)
    expect(days).toEqual(['2026-11-01 6', '2026-11-02 0', '2026-11-03 1'])
    expect(report.sources.map(({ name }) => name)).toEqual(['a', 'b', 'openroad'])
  })

  it('[BUS-01] separates reasons of decline and referral, payment methods and refunds', () => {
    const report = makeSalesReport(
      [
        count('declined', { detail: 'CRIMINAL_RECORD', count: 2 }),
        count('declined', { detail: 'OTHER' }),
        count('referred', { detail: 'VEHICLE_NEEDS_A_PERSON' }),
        count('bind', { detail: 'bank' }),
        count('bind', { detail: 'card', count: 3 }),
        count('refund', { cents: 5_000 }),
        count('policy', { detail: 'UNDER_1_DAY', count: 2 }),
      ],
      filter,
    )
    const happened = (rows: typeof report.declined) =>
      rows.filter(({ count: times }) => times > 0).map(({ name, count: times }) => `${name} ${times}`)
    expect(happened(report.declined)).toEqual(['CRIMINAL_RECORD 2', 'OTHER 1'])
    expect(happened(report.referred)).toEqual(['VEHICLE_NEEDS_A_PERSON 1'])
    expect(happened(report.policyTimes)).toEqual(['UNDER_1_DAY 2'])
    expect(report.total).toMatchObject({ boundByBank: 1, boundByCard: 3, refunds: 1, refundedCents: 5_000 })
  })
})

describe('funnel', () => {
  const counts = [
    count('prospect', { count: 10 }),
    count('partner-named', { count: 5 }),
    count('car', { count: 6 }),
    count('priced', { count: 7 }),
    count('bind', { detail: 'bank', count: 3 }),
    count('policy', { count: 2 }),
  ]
  const steps = (partner: string | null) =>
    makeSalesReport(counts, { ...filter, partner }).funnel.map(
      ({ count, reached, dropped }) => `${count} ${reached} ${dropped}`,
    )

  it('[BUS-01] has the number at each step and the drop-outs; an increase is no drop', () => {
    const wanted = ['10 1 0', '6 0.6 4', '7 0.7 0', '0 0 7', '3 0.3 0', '2 0.2 1']
    expect(steps(null)).toEqual(wanted)
  })

  it('[BUS-02] the funnel of a partner includes prospects that its links named later', () => {
    expect(steps('dealer-1')[0]).toBe('15 1 0')
  })

  it('[BUS-01] has no shares without prospects', () => {
    expect(makeSalesReport([], filter).funnel.filter(({ reached }) => reached !== null)).toEqual([])
  })
})

describe('events', () => {
  it('[BUS-01] an unknown reason counts as other, and an event without details has none', () => {
    expect(normalizeSalesEventDetail('declined', 'A_REASON_OF_A_PARTNER')).toBe('OTHER')
    expect(normalizeSalesEventDetail('declined', '')).toBe('OTHER')
    expect(normalizeSalesEventDetail('prospect', 'anything')).toBe('')
  })

  it.each([
    [0, 'UNDER_5_MINUTES'],
    [5, 'UNDER_10_MINUTES'],
    [59, 'UNDER_1_HOUR'],
    [60, 'UNDER_1_DAY'],
    [7 * 24 * 60, 'LONGER'],
  ])('[BUS-01] a policy after %i minutes is in the class %s', (minutes, name) => {
    const begun = new Date('2026-11-01T00:00:00Z')
    expect(purchaseDurationClass(begun, new Date(begun.getTime() + minutes * 60_000))).toBe(name)
  })
})
