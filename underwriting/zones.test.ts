/** Tests of the rating and theft zones of an address. */
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
    // Several localities share these postcodes: the name decides, otherwise the most common zones.
    ['a name among several of its postcode', '3010', 'Ngongotahā', 'Rotorua', 'Z3', 'T3'],
    ['the town, when the suburb is not among them', '3010', 'Somewhere', 'Rotorua', 'Z4', 'T3'],
    ['the town, when most of its postcode are another', '1061', 'Somewhere', 'Onehunga', 'Z5', 'T4'],
    ['the suburb before the town', '2022', 'Māngere Bridge', 'Mangere', 'Z5', 'T4'],
    ['a name in capitals', '2022', 'MANGERE', '', 'Z6', 'T5'],
    ['a name with blanks round it', '2022', ' Mangere Bridge ', '', 'Z5', 'T4'],
    ['a name with a dash', '2022', 'Mangere - Bridge', '', 'Z5', 'T4'],
    ['a name with a hyphen', '2022', 'Mangere-Bridge', '', 'Z5', 'T4'],
    ['what most localities of a postcode have', '1061', '', '', 'Z5', 'T3'],
    ['what most have, though another is listed first', '3010', '', '', 'Z4', 'T3'],
    ['what most have of those with its first two digits', '0699', '', '', 'Z5', 'T3'],
    ['those that lie only in part under the two digits too', '2099', '', '', 'Z6', 'T5'],
    ['the first listed of equals', '5019', '', '', 'Z4', 'T2'],
  ])('[CAR-09] come from %s', (_, postcode, suburb, city, zone, theftZone) => {
    expect(zonesOf({ postcode, suburb, city })).toEqual({ zone, theftZone })
  })
})
