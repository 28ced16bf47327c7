/**
 * The catalogue and the zones have no version of their own: a quote that is valid reads them as they are today. 'A car or a
 * zone' in CONTRIBUTING.md says what may be changed and when; once that was thought of, the new hashes stand here.
 */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import catalogue from './data/vehicle-catalogue.json' with { type: 'json' }
import zones from './data/zones.json' with { type: 'json' }

test.each([
  ['vehicle-catalogue.json', catalogue, '44b366769178dd442448664901ba0f0ef4707857f59045d012a57cceab155178'],
  ['zones.json', zones, '81db11282e6765000b3e2fd46ba819617f0b8d324bccba85063c0caef4d91957'],
])('[PAY-13] %s does not move the price of a quote that is valid', (_, file, hash) => {
  expect(createHash('sha256').update(JSON.stringify(file)).digest('hex')).toBe(hash)
})
