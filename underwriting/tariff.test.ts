/** Tests of the schema of tariffs and of which tariff rates a quote. */
import { describe, expect, it } from 'vitest'
import { parseTariffs, tariffFor, tariffs } from './tariff.ts'

const [current] = tariffs
const next = { ...current, version: '2027-07', effectiveFrom: '2027-07-01' }

it('[QUOTE-13] the tariff of a day is the newest in effect', () => {
  const days = ['2020-01-01', '2027-06-30', '2027-07-01']
  const versions = days.map(day => tariffFor(day, [current, next]).version)
  expect(versions).toEqual(['2026-11', '2026-11', '2027-07'])
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
  it.each<[path: string, value: unknown, why: string]>([
    ['zones.source', '', 'zones.source '],
    ['zones.factors.Z3', current.zones.factors.Z2, 'zones.factors must rise'],
    ['zones.factors.Z3', undefined, 'zones.factors.Z3 '],
    ['zones.factors.Z1', -1, 'zones.factors.Z1 '],
    ['theftZones.factors.T5', 0.1, 'theftZones.factors must rise'],
    ['ratingGroups.factors.12', undefined, 'ratingGroups.factors.12 '],
    ['excess.points', curve(1, 1), 'excess.points must fall'],
    ['excess.points', curve(1), 'excess.points '],
    ['excess.points.1.at', 300, 'excess.points must be in order'],
    ['driverAge.points', curve(2, 1, 1.5, 1.2), 'driverAge.points must fall to'],
    ['driverAge.points', curve(2, 2.1, 1, 1.5), 'driverAge.points must fall to'],
    ['incidents.loads.LICENCE_SUS', undefined, 'incidents.loads.LICENCE_SUS '],
    ['incidents.recency', recency([0, 0.5], [12, 1]), 'incidents.recency must fall'],
    ['incidents.recency', recency([1, 1]), 'incidents.recency must begin'],
    ['incidents.recency', recency([0, 1], [0, 0.5]), 'incidents.recency must be in order'],
    ['incidents.recency', recency([0, 1.5]), 'incidents.recency.0.weight '],
    ['ownDamage.bands.0.upToDollars', 40_000, 'ownDamage.bands must rise'],
    ['ownDamage.bands.3.upToDollars', 149_999, 'ownDamage.bands must reach 150000'],
    ['ownDamage.bands', [], 'ownDamage.bands must reach 150000'],
    ['ownDamage.bands.0.rate', 1.55, 'ownDamage.bands.0.rate '],
    ['minimumBase.cents.COMPREHENSIVE', 1, 'minimumBase.cents must rise'],
    ['fenzLevy.rows', [], 'fenzLevy.rows '],
    ['fenzLevy.rows.0.fromInception', '2026-02-30', 'fenzLevy.rows.0.fromInception is not'],
    ['fenzLevy.rows.1.fromInception', 'soon', 'fenzLevy.rows.1.fromInception is not'],
    ['fenzLevy.rows', [levy({}), levy({})], 'fenzLevy.rows must be in order'],
    ['fenzLevy.rows.0.cents.THIRD_PARTY', undefined, 'fenzLevy.rows.0.cents.THIRD_PARTY '],
    ['instalments.MONTHLY.loadPercent', -1, 'instalments.MONTHLY.loadPercent '],
    ['instalments.MONTHLY.loadPercent', 106, 'instalments.MONTHLY.loadPercent '],
    ['instalments.MONTHLY.count', 24, 'instalments.MONTHLY.count '],
    ['options.roadsideAssistance.cents.THIRD_PARTY', undefined, 'options.roadsideAssistance.cents lacks'],
    ['options.excessFreeWindow.rate', 0.9, 'options.excessFreeWindow.rate '],
    ['effectiveFrom', '2026-02-30', 'effectiveFrom is not a day'],
    ['gst.percent', 12.5, 'gst.percent '],
    ['gst.percent', 0.15, 'gst.percent '],
    ['theftFire.rate', -0.007, 'theftFire.rate '],
    ['theftFire.factorCap', 0.9, 'theftFire.factorCap '],
    ['liability.baseCents', 1_520_000, 'liability.baseCents '],
    ['liability.zoneWeight', 70, 'liability.zoneWeight '],
    ['driverCombination.worstWeight', 2, 'driverCombination.worstWeight '],
    ['driverCombination.driversIncluded', 0, 'driverCombination.driversIncluded '],
    ['businessApplicant.factor', 103, 'businessApplicant.factor '],
    ['imposedExcess.rows.STANDARD.excessDollars', 30_000, 'imposedExcess.rows.STANDARD.excess'],
  ])('[EDGE-18] [QUOTE-13] is rejected with the path of the fault: %s as %j', (path, value, why) => {
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

  it('[EDGE-18] [QUOTE-13] are all checked, and rejected if one does not follow the one before', () => {
    const parse = (effectiveFrom: string) => () => parseTariffs([current, { ...next, effectiveFrom }])
    expect(parse('2026-02-30')).toThrow('Tariff 2027-07: effectiveFrom is not a day')
    for (const day of ['2026-11-01', '2026-10-31'])
      expect(parse(day)).toThrow('Tariff 2027-07: effectiveFrom must be later than that of the one before')
  })
})
