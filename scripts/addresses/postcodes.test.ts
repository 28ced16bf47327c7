import { expect, test } from 'vitest'
import { postcodeOf } from './postcodes.ts'

test.each([
  ['Mount Eden', 'Auckland', '1024'],
  ['Mt Eden', 'Auckland', '1024'],
  ['Māngere', 'Auckland', '2022'],
  ['Kensington', 'Whangārei', '0112'],
  ['A suburb nobody knows', 'Auckland', ''],
  ['Aranga', '', ''],
])('[CAR-09] [EDGE-07] the postcode of %s, %s is %j', (suburb, city, postcode) => {
  expect(postcodeOf(suburb, city)).toBe(postcode)
})
