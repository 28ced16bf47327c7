/**
 * Tests that the catalogue and the zones are unchanged: they have no version, so a change affects valid quotes. Read
 * 'A car or a zone' in CONTRIBUTING.md, then update the hash.
 */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import catalogue from './data/vehicle-catalogue.json' with { type: 'json' }
import zones from './data/zones.json' with { type: 'json' }

test.each([
  ['vehicle-catalogue.json', catalogue, '44b366769178dd442448664901ba0f0ef4707857f59045d012a57cceab155178'],
  ['zones.json', zones, '81db11282e6765000b3e2fd46ba819617f0b8d324bccba85063c0caef4d91957'],
])('[PAY-13] %s does not change the price of a valid quote', (_, file, hash) => {
  expect(createHash('sha256').update(JSON.stringify(file)).digest('hex')).toBe(hash)
})
