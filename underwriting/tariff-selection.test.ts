/** Tests of the tariff checks and of which tariff rates a quote. */
import { describe, expect, it } from 'vitest'
import { checkTariff, checkTariffs } from './tariff-check.ts'
import { tariffFor, tariffs } from './tariff-selection.ts'

const [current] = tariffs
const next = { ...current, version: '2027-07', effectiveFrom: '2027-07-01' }

describe('the tariff of a day', () => {
  it('[QUOTE-13] is the newest in effect', () => {
    const both = [current, next] as const
    expect(tariffFor('2027-06-30', [...both]).version).toBe('2026-11')
    expect(tariffFor('2027-07-01', [...both]).version).toBe('2027-07')
    expect(tariffFor('2020-01-01', [...both]).version).toBe('2026-11')
  })

  it('[QUOTE-13] names the source of every table', () => {
    const tables = Object.values(current).filter(table => typeof table === 'object')
    expect(tables.length).toBeGreaterThan(12)
    expect(tables.every(table => 'source' in table && table.source.length > 10)).toBe(true)
  })
})

describe('an invalid tariff', () => {
  const { Z3: _, ...withoutZ3 } = current.zones.factors
  const zones = (change: object) => ({
    zones: { ...current.zones, factors: { ...current.zones.factors, ...change } },
  })
  const excess = (...points: object[]) => ({ excess: { ...current.excess, points } })
  const ages = (...factors: number[]) => ({
    driverAge: { ...current.driverAge, points: factors.map((factor, index) => ({ at: 18 + index, factor })) },
  })
  const recency = (...rows: object[]) => ({ incidents: { ...current.incidents, recency: rows } })
  const levy = (...rows: object[]) => ({ fenzLevy: { ...current.fenzLevy, rows } })
  const [oldLevy = {}] = current.fenzLevy.rows
  const gst = (percent: number) => ({ gst: { ...current.gst, percent } })
  const bands = (...rows: object[]) => ({ ownDamage: { ...current.ownDamage, bands: rows } })
  const monthly = (change: object) => ({
    instalments: { ...current.instalments, MONTHLY: { ...current.instalments.MONTHLY, ...change } },
  })

  it.each([
    ['a zone cheaper than a safer one', zones({ Z3: 0.5 }), 'zones must rise'],
    ['two zones alike', zones({ Z3: current.zones.factors.Z2 }), 'zones must rise'],
    ['a zone missing', { zones: { ...current.zones, factors: withoutZ3 } }, 'zones lacks a row Z3'],
    ['a zone below zero', zones({ Z1: -1 }), 'zones lacks a row Z1'],
    ['a zone without end', zones({ Z6: Number.POSITIVE_INFINITY }), 'zones lacks a row Z6'],
    ['a zone that is no number', zones({ Z1: Number.NaN }), 'zones lacks a row Z1'],
    [
      'a theft zone cheaper than a safer one',
      { theftZones: { ...current.theftZones, factors: { ...current.theftZones.factors, T5: 0.1 } } },
      'theftZones must rise',
    ],
    [
      'a theft score missing',
      { theftScores: { ...current.theftScores, factors: { '1': 0.8 } } },
      'theftScores lacks a row 2',
    ],
    [
      'a rating group missing',
      { ratingGroups: { ...current.ratingGroups, factors: { '1': 0.8 } } },
      'ratingGroups lacks a row 2',
    ],
    [
      'a higher excess that costs more',
      excess({ at: 300, factor: 1 }, { at: 500, factor: 1.1 }),
      'excess must fall',
    ],
    [
      'a higher excess that saves nothing',
      excess({ at: 300, factor: 1 }, { at: 500, factor: 1 }),
      'excess must fall',
    ],
    ['an excess curve of one point', excess({ at: 500, factor: 1 }), 'excess needs two points'],
    [
      'an excess curve that runs back',
      excess({ at: 500, factor: 1 }, { at: 300, factor: 0.9 }),
      'excess: the points must rise',
    ],
    [
      'an excess point without a factor',
      excess({ at: 300, factor: 1 }, { at: 500, factor: Number.NaN }),
      'excess lacks a row 1',
    ],
    ['an age curve with two valleys', ages(2, 1, 1.5, 1.2), 'driverAge from the safest age must rise'],
    [
      'an age curve with a bump before its valley',
      ages(2, 2.1, 1, 1.5),
      'driverAge up to the safest age must fall',
    ],
    [
      'a kind of incident without a load',
      { incidents: { ...current.incidents, loads: { FAULT_EXCESS: 0.3 } } },
      'incidents lacks a row',
    ],
    [
      'incidents that weigh more with time',
      recency({ fromMonths: 0, weight: 0.5 }, { fromMonths: 12, weight: 1 }),
      'incidents: the weights must fall',
    ],
    [
      'incidents whose first months are left out',
      recency({ fromMonths: 1, weight: 1 }),
      'incidents must weigh from month 0',
    ],
    ['incidents never weighed', recency(), 'incidents must weigh from month 0'],
    [
      'incidents whose months run back',
      recency({ fromMonths: 0, weight: 1 }, { fromMonths: 0, weight: 0.5 }),
      'incidents: the months must rise',
    ],
    [
      'value bands that run back',
      { ownDamage: { ...current.ownDamage, bands: current.ownDamage.bands.toReversed() } },
      'ownDamage: the bands must rise',
    ],
    [
      'a least premium lower for more cover',
      {
        minimumBase: {
          ...current.minimumBase,
          cents: { ...current.minimumBase.cents, COMPREHENSIVE: 1 },
        },
      },
      'minimumBase must rise',
    ],
    ['no levy', levy(), 'fenzLevy needs a row'],
    [
      'a levy without a day',
      levy({ ...oldLevy, fromInception: '2026-02-30' }),
      'fenzLevy has a row without a day',
    ],
    [
      'one levy of two without a day',
      levy(oldLevy, { ...oldLevy, fromInception: 'soon' }),
      'fenzLevy has a row without a day',
    ],
    ['two levies from one day', levy(oldLevy, oldLevy), 'fenzLevy: the days must rise'],
    [
      'a levy that forgets a cover',
      levy({ ...oldLevy, cents: { COMPREHENSIVE: 1 } }),
      'fenzLevy lacks a row',
    ],
    [
      'an instalment cheaper than the year',
      monthly({ loadPercent: -1 }),
      'instalments cannot be paid MONTHLY',
    ],
    [
      'other instalments than are debited',
      monthly({ count: 24 }),
      'instalments is not paid MONTHLY 12 times a year',
    ],
    [
      'no roadside price for a cover',
      { options: { ...current.options, roadsideAssistance: { cents: { COMPREHENSIVE: 1 } } } },
      'options.roadsideAssistance lacks a row',
    ],
    ['a day that does not exist', { effectiveFrom: '2026-02-30' }, 'effectiveFrom is not a day'],
    ['another GST than the law’s', gst(12.5), 'gst is not the 15 per cent of gstPercent in journey/money.ts'],
    ['a GST written as a fraction', gst(0.15), 'gst is not the 15 per cent'],
    [
      'bands that end below the dearest car',
      bands({ upToDollars: 149_999, rate: 0.01 }),
      'ownDamage: the bands end below 150000 dollars',
    ],
    ['no bands', bands(), 'ownDamage: the bands end below'],
    [
      'a rate written in per cent',
      bands({ upToDollars: 150_000, rate: 1.55 }),
      'ownDamage: rate must be between 0 and 0.1',
    ],
    [
      'a rate of theft below zero',
      { theftFire: { ...current.theftFire, rate: -0.007 } },
      'theftFire: rate must be between 0 and 0.1',
    ],
    [
      'a cap below the usual car',
      { theftFire: { ...current.theftFire, factorCap: 0.9 } },
      'theftFire: factorCap must be between 1 and 10',
    ],
    [
      'a base in hundredths of a cent',
      { liability: { ...current.liability, baseCents: 1_520_000 } },
      'liability: baseCents must be between 0 and 100000',
    ],
    [
      'a weight in per cent',
      { liability: { ...current.liability, zoneWeight: 70 } },
      'liability: zoneWeight must be between 0 and 1',
    ],
    [
      'a worst driver counted twice',
      { driverCombination: { ...current.driverCombination, worstWeight: 2 } },
      'driverCombination: worstWeight must be between 0 and 1',
    ],
    [
      'no driver included',
      { driverCombination: { ...current.driverCombination, driversIncluded: 0 } },
      'driverCombination: driversIncluded must be between 1 and 5',
    ],
    [
      'incidents weighed above their load',
      recency({ fromMonths: 0, weight: 1.5 }),
      'incidents: weight must be between 0 and 1',
    ],
    [
      'an instalment that doubles the year',
      monthly({ loadPercent: 106 }),
      'instalments: loadPercent must be between 0 and 50',
    ],
    [
      'a business that costs tenfold',
      { businessApplicant: { ...current.businessApplicant, factor: 103 } },
      'businessApplicant: factor must be between 0 and 10',
    ],
    [
      'an option whose rate is in per cent',
      {
        options: {
          ...current.options,
          excessFreeWindow: { ...current.options.excessFreeWindow, rate: 0.9 },
        },
      },
      'options.excessFreeWindow: rate must be between 0 and 0.1',
    ],
    [
      'an excess in cents',
      {
        imposedExcess: {
          ...current.imposedExcess,
          rows: { ...current.imposedExcess.rows, STANDARD: { excessDollars: 30_000 } },
        },
      },
      'imposedExcess: excessDollars must be between 0 and 5000',
    ],
  ])('[EDGE-18] is rejected with the table’s name: %s', (_what, change, why) => {
    const wrong: Record<string, unknown> = { ...current, ...change }
    expect(() => checkTariff(wrong as unknown as typeof current)).toThrow(`Tariff 2026-11: ${why}`)
  })

  it('[EDGE-18] may have a factor or load of zero', () => {
    const odd = { ...current, ...zones({ Z1: 0 }), ...monthly({ loadPercent: 0 }) }
    expect(checkTariff(odd)).toBe(odd)
  })
})

describe('several tariffs', () => {
  it('[EDGE-18] [QUOTE-13] are rejected if two have the same version', () => {
    expect(() => checkTariffs([current, { ...next, version: current.version }])).toThrow(
      'Tariff 2026-11: version is that of another tariff too',
    )
    const both = [current, next] as const
    expect(checkTariffs(both)).toBe(both)
  })

  it.each(['2026-11-01', '2026-10-31'])(
    '[EDGE-18] [QUOTE-13] are rejected if one from %s follows that of 1 November',
    effectiveFrom => {
      expect(() => checkTariffs([current, { ...next, effectiveFrom }])).toThrow(
        'Tariff 2027-07: effectiveFrom must be later than that of the one before',
      )
    },
  )

  it('[EDGE-18] are all checked', () => {
    expect(() => checkTariffs([current, { ...next, effectiveFrom: '2026-02-30' }])).toThrow(
      'Tariff 2027-07: effectiveFrom is not a day',
    )
  })
})
