import { describe, expect, it } from 'vitest'
import { tariffFor, tariffs } from './tariff.ts'
import { checkTariff } from './tariff-check.ts'

const [current] = tariffs
const next = { ...current, version: '2027-07', effectiveFrom: '2027-07-01' }

describe('the tariff of a day', () => {
  it('[QUOTE-13] is the newest in effect, so that two stand side by side', () => {
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

describe('a tariff that cannot be right', () => {
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
  ])('[EDGE-18] is refused, naming the table: %s', (_what, change, why) => {
    const wrong: Record<string, unknown> = { ...current, ...change }
    expect(() => checkTariff(wrong as unknown as typeof current)).toThrow(`Tariff 2026-11: ${why}`)
  })

  it('[EDGE-18] is not one with a factor of zero or a load of zero', () => {
    const odd = { ...current, ...zones({ Z1: 0 }), ...monthly({ loadPercent: 0 }) }
    expect(checkTariff(odd)).toBe(odd)
  })
})
