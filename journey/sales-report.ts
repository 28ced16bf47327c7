/** The sales report from the daily counts: its options, lines, funnel and reasons, for `npm run report` and the report page. */
import { addDays, isNzDay, type NzDay } from './dates.ts'
import { type Cents, gstPortion } from './money.ts'
import { isReferrerId } from './referrer-id.ts'
import { type SalesEvent, salesEventDetails } from './sales-events.ts'

export interface SalesFilter {
  readonly from: NzDay
  readonly to: NzDay
  readonly brand: string | null
  readonly partner: string | null
}

/** One counter of the table daily_sales_count, summed over its slots. */
export interface DailySalesCount {
  readonly day: NzDay
  readonly brand: string
  readonly partner: string
  readonly source: string
  readonly event: SalesEvent
  readonly detail: string
  readonly count: number
  readonly cents: Cents
}

/** In the order of the columns: counts, and cents where the name says so. */
export const salesColumns = {
  prospects: 'Prospects',
  partnerNamed: 'Partner named later',
  cars: 'Cars saved',
  priced: 'Quotes priced',
  declined: 'Declined',
  referred: 'Referred',
  emailed: 'Emailed',
  retrieved: 'Retrieved',
  policyholders: 'Policyholders saved',
  boundByBank: 'Binds by bank',
  boundByCard: 'Binds by card',
  bindsRefused: 'Binds refused',
  policies: 'Policies',
  premiumCents: 'Premium',
  gstCents: 'GST in the premium',
  refunds: 'Refunds',
  refundedCents: 'Refunded',
} as const
export type SalesColumn = keyof typeof salesColumns
export type SalesNumbers = Readonly<Record<SalesColumn, number>>

export interface SalesNumbersByName {
  readonly name: string
  readonly numbers: SalesNumbers
}

export interface NamedCount {
  readonly name: string
  readonly count: number
}

const columnOf: Readonly<Record<SalesEvent, (detail: string) => SalesColumn>> = {
  prospect: () => 'prospects',
  'partner-named': () => 'partnerNamed',
  car: () => 'cars',
  priced: () => 'priced',
  declined: () => 'declined',
  referred: () => 'referred',
  emailed: () => 'emailed',
  retrieved: () => 'retrieved',
  policyholders: () => 'policyholders',
  bind: detail => (detail === 'card' ? 'boundByCard' : 'boundByBank'),
  'bind-refused': () => 'bindsRefused',
  policy: () => 'policies',
  refund: () => 'refunds',
}

const amountOf: Partial<Record<SalesEvent, SalesColumn>> = { policy: 'premiumCents', refund: 'refundedCents' }

const none = Object.fromEntries(Object.keys(salesColumns).map(name => [name, 0])) as SalesNumbers

function numbersOf(counts: readonly DailySalesCount[]): SalesNumbers {
  const numbers: Record<SalesColumn, number> = { ...none }
  for (const { event, detail, count, cents } of counts) {
    numbers[columnOf[event](detail)] += count
    const amount = amountOf[event]
    if (amount) numbers[amount] += cents
    // Rounded per counter, so that every total is the sum of its parts.
    if (amount === 'premiumCents') numbers.gstCents += gstPortion(cents)
  }
  return numbers
}

/** Not Map.groupBy, which the oldest browsers lack: this folder is for browsers too. */
function grouped(counts: readonly DailySalesCount[], key: (count: DailySalesCount) => string) {
  const groups = new Map<string, DailySalesCount[]>()
  for (const count of counts) {
    const group = groups.get(key(count))
    if (group) group.push(count)
    else groups.set(key(count), [count])
  }
  return groups
}

const namedNumbers = (
  counts: readonly DailySalesCount[],
  key: 'brand' | 'partner' | 'source',
): SalesNumbersByName[] =>
  [...grouped(counts, count => count[key])]
    .map(([name, of]) => ({ name, numbers: numbersOf(of) }))
    .sort((left, right) => left.name.localeCompare(right.name))

function daysOf(counts: readonly DailySalesCount[], { from, to }: SalesFilter): SalesNumbersByName[] {
  const groups = grouped(counts, count => count.day)
  const days: SalesNumbersByName[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push({ name: day, numbers: numbersOf(groups.get(day) ?? []) })
  return days
}

/** By day, brand and partner, without lines of zeros. */
const linesOf = (counts: readonly DailySalesCount[]) =>
  [...grouped(counts, ({ day, brand, partner }) => `${day} ${brand} ${partner}`)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, of]) =>
      of.slice(0, 1).map(({ day, brand, partner }) => ({
        day,
        brand,
        partner,
        numbers: numbersOf(of),
        declined: detailsOf(of, 'declined'),
        referred: detailsOf(of, 'referred'),
      })),
    )

/** The prospects of a referrer include those whose link named it later. */
function funnelOf(numbers: SalesNumbers, { partner }: SalesFilter) {
  const begun = numbers.prospects + (partner === null ? 0 : numbers.partnerNamed)
  const steps: readonly (readonly [string, number])[] = [
    ['Plate entered', begun],
    ['Car saved', numbers.cars],
    ['Quote priced', numbers.priced],
    ['Policyholders saved', numbers.policyholders],
    ['Bought', numbers.boundByBank + numbers.boundByCard],
    ['Policy issued', numbers.policies],
  ]
  return steps.map(([name, count], index) => ({
    name,
    count,
    /** The share of the first step that came this far, 0 to 1; null if nothing began. */
    reached: begun === 0 ? null : count / begun,
    /** The number of quotes that reached the step before, but not this one. */
    dropped: Math.max(0, (steps[index - 1]?.[1] ?? count) - count),
  }))
}

/** Every detail of the event in its own order, also those that did not happen. */
const detailsOf = (counts: readonly DailySalesCount[], event: SalesEvent): NamedCount[] =>
  (salesEventDetails[event] ?? []).map(name => ({
    name,
    count: counts
      .filter(count => count.event === event && count.detail === name)
      .reduce((sum, { count }) => sum + count, 0),
  }))

/** 'DRIVER_TOO_YOUNG' → 'Driver too young' */
export const detailText = (detail: string): string =>
  detail.charAt(0) + detail.slice(1).toLowerCase().replaceAll('_', ' ')

/** 0.125 → '12.5 %'; '–' if there is no share. */
export const percentText = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)} %`

export const isMoneyColumn = (column: SalesColumn): boolean => column.endsWith('Cents')

export function makeSalesReport(counts: readonly DailySalesCount[], filter: SalesFilter) {
  const total = numbersOf(counts)
  return {
    filter,
    lines: linesOf(counts),
    total,
    days: daysOf(counts, filter),
    brands: namedNumbers(counts, 'brand'),
    partners: namedNumbers(counts, 'partner'),
    sources: namedNumbers(counts, 'source'),
    funnel: funnelOf(total, filter),
    declined: detailsOf(counts, 'declined'),
    referred: detailsOf(counts, 'referred'),
    policyTimes: detailsOf(counts, 'policy'),
  }
}
export type SalesReport = ReturnType<typeof makeSalesReport>

const longestDays = 366

export type SalesFilterInput = Readonly<Record<'from' | 'to' | 'brand' | 'partner', string | undefined>>

/** The options, or a sentence that says what is wrong. Without days the period is the last thirty days. */
export function parseSalesFilter(
  { from, to, brand, partner }: SalesFilterInput,
  brandKeys: readonly string[],
  today: NzDay,
): SalesFilter | string {
  const wrongDay = Object.entries({ from, to }).find(([, day]) => day !== undefined && !isNzDay(day))
  if (wrongDay) return `'${wrongDay[0]}' is '${wrongDay[1]}'; it is a day like ${today}.`
  const last = to ?? today
  const first = from ?? addDays(last, -29)
  if (first > last) return `The first day, ${first}, is after the last, ${last}.`
  if (addDays(first, longestDays) <= last) return `From ${first} to ${last} is more than ${longestDays} days.`
  if (brand !== undefined && !brandKeys.includes(brand))
    return `'brand' is '${brand}'; it is one of ${brandKeys.join(', ')}.`
  if (partner !== undefined && !isReferrerId(partner))
    return `'partner' is '${partner}'; it is an id of PARTNER_IDS, 'other' or 'none'.`
  return { from: first, to: last, brand: brand ?? null, partner: partner ?? null }
}
