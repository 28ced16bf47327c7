/** Tests of splitting an address line and of reading the search result. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkError, ok } from '#test/samples/api-results.ts'
import { address } from '#test/samples/customer.ts'
import { foundAddresses, splitAddressLine } from './address-lookups.ts'

describe('splitAddressLine', () => {
  it.each([
    ['12 Queen Street, Auckland Central, Auckland 1010', '12 Queen Street', 'Auckland Central', '1010'],
    ['12 Queen Street', '12 Queen Street', '', ''],
    ['1010 Great South Road, Papakura', '1010 Great South Road', 'Papakura', ''],
    ['12 Queen Street, Richmond', '12 Queen Street', 'Richmond', ''],
    ['12 Queen Street, Richmond 7020', '12 Queen Street', 'Richmond', '7020'],
    ['12 Queen Street, Richmond, 7020', '12 Queen Street', 'Richmond', '7020'],
    ['12 Queen Street, 7020', '12 Queen Street', '', '7020'],
    ['12 Queen Street 7020', '12 Queen Street', '', '7020'],
    ['12 Queen Street, Stoke, Richmond, New Zealand', '12 Queen Street', 'Stoke', ''],
    ['Flat 2, 12 Queen Street, Richmond', 'Flat 2, 12 Queen Street', 'Richmond', ''],
    ['Queen Street, Richmond', 'Queen Street', 'Richmond', ''],
    ['Level 5, Apt 3, 12 Queen Street, Richmond', 'Level 5, Apt 3, 12 Queen Street', 'Richmond', ''],
    ['Level 5, Flat B/12 Queen Street, Richmond', 'Level 5, Flat B/12 Queen Street', 'Richmond', ''],
    ['12 Queen Street, RD 3, Richmond 7020', '12 Queen Street', 'RD 3 Richmond', '7020'],
    ['12 Queen Street, R.D.3, Richmond, Nelson', '12 Queen Street', 'R.D.3 Richmond', ''],
    ['12 Queen Street, Richmond 7020, New Zealand', '12 Queen Street', 'Richmond 7020 New Zealand', ''],
  ])('[CAR-09] [HOLDER-05] finds the house of %j', (typed, line, suburb, postcode) => {
    expect(splitAddressLine(typed)).toEqual({
      addressInFreeForm: { addressLine1: line, addressLine2: '' },
      suburb,
      postcode,
    })
  })

  // Whatever it is called: which words mean a unit is known to the search.
  it.each(['Unit 3', 'Room 3B', 'Penthouse'])('[CAR-09] keeps %s with its house', unit => {
    const addressLine1 = `${unit}, 210 Dominion Road`
    const addressInFreeForm = { addressLine1, addressLine2: '' }
    const parts = { addressInFreeForm, suburb: 'Mount Eden', postcode: '1024' }
    expect(splitAddressLine(`${addressLine1}, Mount Eden, Auckland 1024`)).toEqual(parts)
    expect(splitAddressLine(addressLine1)).toMatchObject({ addressInFreeForm, suburb: '' })
  })
})

it('[CAR-09] a failed search counts as one that found nothing', () => {
  const suggestedAddresses = [address, address]
  const several = ok({ data: { attributes: { status: 'SUGGESTED' as const, suggestedAddresses } } })
  expect(foundAddresses(several)).toEqual(suggestedAddresses)
  expect(foundAddresses(networkError)).toEqual([])
})

const word = fc.stringMatching(/^[A-ZĀĒĪŌŪ][a-zāēīōū]{2,9}$/)
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => words.join(' '))
const house = fc
  .tuple(fc.option(fc.integer({ min: 1, max: 999 }), { nil: null }), fc.integer({ min: 1, max: 9999 }))
  .map(([unit, number]) => (unit === null ? `${number}` : `${unit}/${number}`))
const postcode = fc.integer({ min: 110, max: 9893 }).map(number => String(number).padStart(4, '0'))

it('[CAR-09] splits a suggested line into its parts again, however it is spaced', () => {
  fc.assert(
    fc.property(house, name, name, name, postcode, fc.nat(3), (at, street, suburb, city, code, gap) => {
      const space = ' '.repeat(gap)
      const typed = `${at} ${street},${space}${suburb} ,${space}${city} ${code}${space}`
      expect(splitAddressLine(typed)).toEqual({
        addressInFreeForm: { addressLine1: `${at} ${street}`, addressLine2: '' },
        suburb,
        postcode: code,
      })
    }),
  )
})

/** Any character of the first plane, halves of others included. */
const codeUnit = fc.nat(0xffff).map(code => String.fromCharCode(code))

it('[CAR-09] splits any text into an optional postcode of four digits and a typed line', () => {
  fc.assert(
    fc.property(fc.string({ unit: codeUnit, maxLength: 80 }), typed => {
      const { addressInFreeForm, suburb, postcode: code } = splitAddressLine(typed)
      expect(code).toMatch(/^(\d{4})?$/)
      for (const part of [...addressInFreeForm.addressLine1.split(', '), suburb])
        expect(typed).toContain(part)
    }),
  )
})
