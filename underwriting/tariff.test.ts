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
  it.each([
    [
      'a zone cheaper than a safer one',
      { zones: { ...current.zones, factors: { ...current.zones.factors, Z3: 0.5 } } },
    ],
    ['a zone missing', { zones: { ...current.zones, factors: withoutZ3 } }],
    ['a rating group missing', { ratingGroups: { ...current.ratingGroups, factors: { '1': 0.8 } } }],
    [
      'a higher excess that costs more',
      {
        excess: {
          ...current.excess,
          points: [
            { at: 300, factor: 1 },
            { at: 500, factor: 1.1 },
          ],
        },
      },
    ],
    [
      'an age curve with two valleys',
      { driverAge: { ...current.driverAge, points: [...current.driverAge.points, { at: 90, factor: 1.2 }] } },
    ],
    [
      'incidents that weigh more with time',
      {
        incidents: {
          ...current.incidents,
          recency: [
            { fromMonths: 0, weight: 0.5 },
            { fromMonths: 12, weight: 1 },
          ],
        },
      },
    ],
    ['no levy', { fenzLevy: { ...current.fenzLevy, rows: [] } }],
    [
      'an instalment cheaper than the year',
      { instalments: { ...current.instalments, MONTHLY: { loadPercent: -1, count: 12 } } },
    ],
    [
      'no roadside price for a cover',
      { options: { ...current.options, roadsideAssistance: { cents: { COMPREHENSIVE: 1 } } } },
    ],
    ['a day that does not exist', { effectiveFrom: '2026-02-30' }],
  ])('[EDGE-18] is refused: %s', (_what, change) => {
    const wrong: Record<string, unknown> = { ...current, ...change }
    expect(() => checkTariff(wrong as unknown as typeof current)).toThrow(/^Tariff 2026-11: /)
  })
})
