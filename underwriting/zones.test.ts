import { describe, expect, it } from 'vitest'
import { zonesOf } from './zones.ts'

describe('the zones of an address', () => {
  it.each([
    ['postcode and suburb', '1024', 'Mount Eden', 'Auckland', 'Z5', 'T3'],
    ['a suburb written with its macron', '2023', 'Ōtara', 'Auckland', 'Z6', 'T5'],
    ['the town where the suburb is unknown', '7805', 'Somewhere', 'Greymouth', 'Z1', 'T1'],
    ['the postcode alone', '9810', '', '', 'Z2', 'T2'],
    ['a second postcode of a suburb', '2025', 'Manukau', 'Auckland', 'Z6', 'T5'],
    ['the first two digits', '9899', '', '', 'Z2', 'T2'],
    ['nothing that is listed', '9999', '', '', 'Z4', 'T3'],
    ['no postcode at all', '', '', '', 'Z4', 'T3'],
  ])('[CAR-09] come from %s', (_, postcode, suburb, city, zone, theftZone) => {
    expect(zonesOf({ postcode, suburb, city })).toEqual({ zone, theftZone })
  })
})
