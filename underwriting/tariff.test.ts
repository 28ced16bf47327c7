/** Tests of the schema of tariffs and of which tariff rates a quote. */
import { describe, expect, it } from 'vitest'
import { parseTariffs, tariffFor, tariffs } from './tariff.ts'

const [current] = tariffs
const next = { ...current, version: '2027-07', effectiveFrom: '2027-07-01' }

it('[QUOTE-13] the tariff of a day is the newest in effect', () => {
  const both = [current, next] as const
  expect(tariffFor('2027-06-30', [...both]).version).toBe('2026-11')
  expect(tariffFor('2027-07-01', [...both]).version).toBe('2027-07')
  expect(tariffFor('2020-01-01', [...both]).version).toBe('2026-11')
})

/** A copy of the tariff with another value at a path; undefined removes it. */
function changed(path: string, value: unknown): typeof current {
  const tariff = structuredClone(current)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let part: unknown = tariff
  for (const key of keys) part = (part as Record<string, unknown>)[key]
  const place = part as Record<string, unknown>
  if (value === undefined) delete place[last]
  else place[last] = value
  return tariff
}
const curve = (...factors: number[]) => factors.map((factor, index) => ({ at: 18 + index, factor }))
const recency = (...rows: [fromMonths: number, weight: number][]) =>
  rows.map(([fromMonths, weight]) => ({ fromMonths, weight }))
const [oldLevy] = current.fenzLevy.rows
const levy = (change: object) => ({ ...oldLevy, ...change })

describe('an invalid tariff', () => {
  it.each<[what: string, path: string, value: unknown, why: string]>([
    ['a table without a source', 'zones.source', '', 'zones.source '],
    ['a zone cheaper than a safer one', 'zones.factors.Z3', 0.5, 'zones.factors must rise'],
    ['two zones alike', 'zones.factors.Z3', current.zones.factors.Z2, 'zones.factors must rise'],
    ['a zone missing', 'zones.factors.Z3', undefined, 'zones.factors.Z3 '],
    ['a zone below zero', 'zones.factors.Z1', -1, 'zones.factors.Z1 '],
    ['a zone without end', 'zones.factors.Z6', Number.POSITIVE_INFINITY, 'zones.factors.Z6 '],
    ['a zone that is no number', 'zones.factors.Z1', Number.NaN, 'zones.factors.Z1 '],
    ['a theft zone cheaper than a safer one', 'theftZones.factors.T5', 0.1, 'theftZones.factors must rise'],
    ['a theft score missing', 'theftScores.factors.2', undefined, 'theftScores.factors.2 '],
    ['a rating group missing', 'ratingGroups.factors.12', undefined, 'ratingGroups.factors.12 '],
    ['a higher excess that costs more', 'excess.points', curve(1, 1.1), 'excess.points must fall'],
    ['a higher excess that saves nothing', 'excess.points', curve(1, 1), 'excess.points must fall'],
    ['an excess curve of one point', 'excess.points', curve(1), 'excess.points '],
    ['an excess curve that runs back', 'excess.points.1.at', 300, 'excess.points must be in order'],
    ['an excess point without a factor', 'excess.points.1.factor', Number.NaN, 'excess.points.1.factor '],
    [
      'an age curve with two valleys',
      'driverAge.points',
      curve(2, 1, 1.5, 1.2),
      'driverAge.points must fall to',
    ],
    ['a bump before the valley', 'driverAge.points', curve(2, 2.1, 1, 1.5), 'driverAge.points must fall to'],
    ['an incident without a load', 'incidents.loads.LICENCE_SUS', undefined, 'incidents.loads.LICENCE_SUS '],
    ['more weight with time', 'incidents.recency', recency([0, 0.5], [12, 1]), 'incidents.recency must fall'],
    ['first months without weight', 'incidents.recency', recency([1, 1]), 'incidents.recency must begin'],
    ['incidents never weighed', 'incidents.recency', [], 'incidents.recency must begin with month 0'],
    [
      'months that run back',
      'incidents.recency',
      recency([0, 1], [0, 0.5]),
      'incidents.recency must be in order',
    ],
    ['weights above the load', 'incidents.recency', recency([0, 1.5]), 'incidents.recency.0.weight '],
    ['bands that run back', 'ownDamage.bands.0.upToDollars', 40_000, 'ownDamage.bands must rise'],
    [
      'bands below the dearest car',
      'ownDamage.bands.3.upToDollars',
      149_999,
      'ownDamage.bands must reach 150000',
    ],
    ['no bands', 'ownDamage.bands', [], 'ownDamage.bands must reach 150000'],
    ['a rate in per cent', 'ownDamage.bands.0.rate', 1.55, 'ownDamage.bands.0.rate '],
    [
      'a least premium lower for more cover',
      'minimumBase.cents.COMPREHENSIVE',
      1,
      'minimumBase.cents must rise',
    ],
    ['no levy', 'fenzLevy.rows', [], 'fenzLevy.rows '],
    [
      'a levy without a day',
      'fenzLevy.rows.0.fromInception',
      '2026-02-30',
      'fenzLevy.rows.0.fromInception is not',
    ],
    [
      'a levy with a word for a day',
      'fenzLevy.rows.1.fromInception',
      'soon',
      'fenzLevy.rows.1.fromInception is not',
    ],
    ['two levies from one day', 'fenzLevy.rows', [levy({}), levy({})], 'fenzLevy.rows must be in order'],
    [
      'a levy that forgets a cover',
      'fenzLevy.rows.0.cents.THIRD_PARTY',
      undefined,
      'fenzLevy.rows.0.cents.THIRD_PARTY ',
    ],
    [
      'an instalment cheaper than the year',
      'instalments.MONTHLY.loadPercent',
      -1,
      'instalments.MONTHLY.loadPercent ',
    ],
    [
      'an instalment that doubles the year',
      'instalments.MONTHLY.loadPercent',
      106,
      'instalments.MONTHLY.loadPercent ',
    ],
    ['other instalments than are debited', 'instalments.MONTHLY.count', 24, 'instalments.MONTHLY.count '],
    [
      'no roadside price for a cover',
      'options.roadsideAssistance.cents.THIRD_PARTY',
      undefined,
      'options.roadsideAssistance.cents lacks',
    ],
    [
      'an option whose rate is in per cent',
      'options.excessFreeWindow.rate',
      0.9,
      'options.excessFreeWindow.rate ',
    ],
    ['a day that does not exist', 'effectiveFrom', '2026-02-30', 'effectiveFrom is not a day'],
    ['another GST than the law’s', 'gst.percent', 12.5, 'gst.percent '],
    ['a GST written as a fraction', 'gst.percent', 0.15, 'gst.percent '],
    ['a rate of theft below zero', 'theftFire.rate', -0.007, 'theftFire.rate '],
    ['a cap below the usual car', 'theftFire.factorCap', 0.9, 'theftFire.factorCap '],
    ['a base in hundredths of a cent', 'liability.baseCents', 1_520_000, 'liability.baseCents '],
    ['a weight in per cent', 'liability.zoneWeight', 70, 'liability.zoneWeight '],
    ['a worst driver counted twice', 'driverCombination.worstWeight', 2, 'driverCombination.worstWeight '],
    ['no driver included', 'driverCombination.driversIncluded', 0, 'driverCombination.driversIncluded '],
    ['a business that costs tenfold', 'businessApplicant.factor', 103, 'businessApplicant.factor '],
    [
      'an excess in cents',
      'imposedExcess.rows.STANDARD.excessDollars',
      30_000,
      'imposedExcess.rows.STANDARD.excess',
    ],
  ])('[EDGE-18] [QUOTE-13] is rejected with the path of the fault: %s', (_what, path, value, why) => {
    expect(() => parseTariffs([changed(path, value)])).toThrow(`Tariff 2026-11: ${why}`)
  })

  it.each([
    ['zones.factors.Z1', 0],
    ['instalments.MONTHLY.loadPercent', 0],
  ])('[EDGE-18] may have a zero: %s', (path, value) => {
    const odd = changed(path, value)
    expect(parseTariffs([odd])).toEqual([odd])
  })
})

describe('several tariffs', () => {
  it('[EDGE-18] [QUOTE-13] are accepted in the order of their days, and rejected if two have the same version', () => {
    expect(parseTariffs([current, next])).toEqual([current, next])
    expect(() => parseTariffs([current, { ...next, version: current.version }])).toThrow(
      'Tariff 2026-11: another tariff has the same version',
    )
  })

  it.each(['2026-11-01', '2026-10-31'])(
    '[EDGE-18] [QUOTE-13] are rejected if one from %s follows that of 1 November',
    effectiveFrom => {
      expect(() => parseTariffs([current, { ...next, effectiveFrom }])).toThrow(
        'Tariff 2027-07: effectiveFrom must be later than that of the one before',
      )
    },
  )

  it('[EDGE-18] are all checked', () => {
    expect(() => parseTariffs([current, { ...next, effectiveFrom: '2026-02-30' }])).toThrow(
      'Tariff 2027-07: effectiveFrom is not a day',
    )
  })
})
