/** Tests of the vehicle catalogue and of value bands. */
import { describe, expect, it } from 'vitest'
import { texts } from '#test/samples/texts.ts'
import { hasNoInsurableModel, modelsFor, valueBandAround, valueBandOfKey, vehicleByKey } from './vehicles.ts'

const corollaKey = 'toyota-corolla-2013-gx-2014-a'
/** Cars of the sandbox register: plate, make, model, year, trim, transmissions, value, rating group, theft score. */
const registered: [string, string, string, number, string, 'A' | 'AM', number, number, number][] = [
  ['JHU968', 'Toyota', 'Corolla', 2014, 'GX', 'AM', 13700, 4, 3],
  ['NPD731', 'Toyota', 'RAV4', 2020, 'GXL Hybrid', 'A', 35900, 5, 2],
  ['LBB620', 'Mazda', 'CX-5', 2017, 'GSX', 'A', 25400, 5, 3],
  ['JXX390', 'Nissan', 'Leaf', 2014, '24kWh X', 'A', 6900, 4, 2],
  ['KIWI99', 'BMW', '3 Series', 2015, '320i', 'A', 21700, 7, 3],
  ['ZAA123', 'Mercedes-Benz', 'C-Class', 2017, 'C200', 'A', 28200, 7, 3],
  ['XY1234', 'Toyota', 'Vitz', 2005, 'F', 'A', 3800, 3, 4],
  ['HJK159', 'Honda', 'Civic', 2009, '1.8S', 'AM', 8200, 4, 4],
  ['POR911', 'Porsche', '911', 2022, 'Carrera', 'AM', 243300, 12, 4],
]

describe('the models of a registered car', () => {
  it('[CAR-05] are found with any accents, capitals and spacing', () => {
    const octavia = { make: 'Skoda', model: 'Octavia', submodel: '', year: 2015 }
    expect(modelsFor(octavia, 'Automatic')).toHaveLength(3)
    const mazda = { make: 'Mazda', model: 'CX-5', year: 2017, submodel: 'GSX' }
    for (const [car, written] of [
      [octavia, { make: 'Škoda' }],
      [octavia, { make: 'S\u030Ckoda' }],
      [octavia, { make: 'ŠKODA' }],
      [mazda, { make: ' MAZDA', model: 'CX - 5', submodel: 'gsx' }],
    ] as const)
      expect(modelsFor({ ...car, ...written }, 'Automatic')).toEqual(modelsFor(car, 'Automatic'))
  })

  it.each(registered)('[CAR-05] %s %s %s %i %s is found with each of its transmissions', (...row) => {
    const [, make, model, year, submodel, letters, value, ratingGroup, theftScore] = row
    for (const transmission of ['Automatic', 'Manual'] as const) {
      const models = modelsFor({ make, model, year, submodel }, transmission)
      expect(models).toHaveLength(letters.includes(transmission.charAt(0)) ? 1 : 0)
      const rated = { marketValueDollars: value, ratingGroup, theftScore, acceptance: 'accept' }
      for (const { vehicleKey, description } of models)
        expect(vehicleByKey(vehicleKey)).toMatchObject({ description, ...rated })
    }
  })

  it('[CAR-05] have a key and a description', () => {
    const descriptionOf = (key: string) => vehicleByKey(key)?.description
    expect(modelsFor({ make: 'TOYOTA', model: 'corolla', year: 2014, submodel: 'GX' }, 'Automatic')).toEqual([
      { vehicleKey: corollaKey, description: 'Toyota Corolla 2014 GX Hatch 1.8L Petrol Automatic' },
    ])
    const [leaf] = modelsFor({ make: 'Nissan', model: 'Leaf', year: 2014, submodel: '24kWh X' }, 'Automatic')
    expect(leaf?.description).toBe('Nissan Leaf 2014 24kWh X Hatch Electric Automatic')
    expect(descriptionOf(leaf?.vehicleKey ?? '')).toBe(leaf?.description)
  })

  it('[CAR-05] are all trims of the year if the register’s trim is unknown', () => {
    const corolla = { make: 'Toyota', model: 'Corolla', submodel: '', year: 2014 }
    expect(modelsFor(corolla, 'Automatic')).toHaveLength(6)
    expect(modelsFor({ ...corolla, submodel: 'XYZ' }, 'Automatic')).toHaveLength(6)
    expect(modelsFor(corolla, 'Manual')).toHaveLength(1)
  })

  it('[CAR-05] are those of the car’s generation, from its first year to its last', () => {
    const gx = (year: number) =>
      modelsFor({ make: 'Toyota', model: 'Corolla', year, submodel: 'GX' }, 'Automatic').map(
        ({ vehicleKey }) => [vehicleKey, vehicleByKey(vehicleKey)?.description.split(' ')[2]],
      )
    expect(gx(2013)).toEqual([['toyota-corolla-2013-gx-2013-a', '2013']])
    expect(gx(2018)).toEqual([['toyota-corolla-2013-gx-2018-a', '2018']])
    expect(gx(2019)).toEqual([['toyota-corolla-2019-gx-2019-a', '2019']])
  })

  it('[CAR-05] are empty for an unknown car or year', () => {
    expect(modelsFor({ make: 'Toyota', model: 'Corolla', submodel: '', year: 1990 }, 'Automatic')).toEqual([])
    expect(modelsFor({ make: 'Trabant', model: '601', submodel: '', year: 1985 }, 'Manual')).toEqual([])
  })
})

describe('a vehicle key', () => {
  it.each([
    ...texts(`
      toyota-corolla-2013-gx-2019-a | toyota-corolla-2013-glx-2014-m | toyota-corolla-2013-gx-2014-x
      Xtoyota-corolla-2013-gx-2014-a | toyota-corolla-2013-gx-2012-a | __proto__-2014-a
    `),
    '',
    'toyota-corolla-2013-gx-2014-a ',
    `${'a'.repeat(5000)}-2014-a`,
  ])('[EDGE-18] that is not in the catalogue finds nothing: %.40s', key => {
    expect(vehicleByKey(key)).toBeNull()
  })

  it('[SHELL-08] shows uninsurable cars and cars that need an underwriter', () => {
    const truck = { make: 'Unimog', model: 'U1700', submodel: '', year: 1990 }
    const kitCar = { make: 'Lotus', model: 'Seven Replica', submodel: '', year: 2005 }
    const acceptance = (car: typeof truck) =>
      modelsFor(car, 'Manual').map(model => vehicleByKey(model.vehicleKey)?.acceptance)
    expect([acceptance(truck), hasNoInsurableModel(truck)]).toEqual([['decline'], true])
    expect([acceptance(kitCar), hasNoInsurableModel(kitCar)]).toEqual([['refer'], false])
    expect(hasNoInsurableModel({ make: 'Trabant', model: '601', submodel: '', year: 1985 })).toBe(false)
  })
})

describe('the value band', () => {
  it.each([
    ['of a usual car: 80 to 120 per cent', 13_700, 10_900, 16_500],
    ['that comes out in whole hundreds', 13_500, 10_800, 16_200],
    ['of a car under $6,000: 75 to 125 per cent', 5900, 4400, 7400],
    ['of $6,000', 6000, 4800, 7200],
    ['that never begins under $1,000', 1000, 1000, 1300],
    ['of a car worth next to nothing', 400, 1000, 1000],
    ['of $80,000', 80_000, 64_000, 96_000],
    ['above $80,000: up to 110 per cent', 81_000, 64_800, 89_100],
    ['that ends at $150,000', 139_500, 111_600, 150_000],
    ['that begins at $150,000', 187_500, 150_000, 150_000],
    ['wholly above $150,000, left as it is', 243_300, 194_600, 267_700],
  ])('[CAR-10] %s', (_, marketValueDollars, minimumDollars, maximumDollars) => {
    expect(valueBandAround(marketValueDollars)).toEqual({ minimumDollars, maximumDollars })
  })

  it('[EDGE-18] depends on the vehicle key only, and is null for an unknown key', () => {
    const band = { minimumDollars: 10_900, maximumDollars: 16_500 }
    expect(valueBandOfKey(corollaKey)).toEqual(band)
    expect(valueBandOfKey('toyota-corolla-2013-gx-2014-b')).toBeNull()
  })
})
