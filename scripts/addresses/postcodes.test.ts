/** Tests of the postcode lookup by suburb and town. */
import { expect, test } from 'vitest'
import { postcodesOf } from './postcodes.ts'

test.each([
  ['Mount Eden', 'Auckland', '1024'],
  ['Mt Eden', 'Auckland', '1024'],
  ['Māngere', 'Auckland', '2022'],
  ['Kensington', 'Whangārei', '0112'],
  // Either may be right; it depends on the street.
  ['Sandringham', 'Auckland', '1025 1041'],
  ['Grafton', 'Auckland', '1023 1010'],
  ['Riccarton', 'Christchurch', '8041 8011'],
  ['Leamington', 'Cambridge', ''],
  ['Unknown suburb', 'Auckland', ''],
  ['Aranga', '', ''],
])('[CAR-09] [EDGE-07] the postcodes of %s, %s are %j', (suburb, city, postcodes) => {
  expect(postcodesOf(suburb, city)).toBe(postcodes)
})
