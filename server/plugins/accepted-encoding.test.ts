/** Tests of parsing Accept-Encoding: names, weights, the wildcard, and malformed values. */
import { expect, it } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR;q=1.0, gzip;q=0.8', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 , gzip;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['identity', null],
  ['x-br, gzipped', null],
  ['', null],
  [';;,,q=1', null],
])('of %j the page is sent as %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
