/** Tests the required fields of a manual address, and the shape in which it is sent. */
import { describe, expect, it } from 'vitest'
import { type Address, addressText } from '#journey/address.ts'
import { noParts } from '#journey/address-parts.ts'
import {
  manualAddress,
  manualAddressErrors,
  manualAnswers,
} from '#web/features/address-search/manual-address-dialog.tsx'

describe('a manual address', () => {
  it('[QUOTE-14] needs address line 1, suburb and postcode', () => {
    expect(manualAddressErrors({})).toEqual(
      ['manual.addressLine1', 'manual.suburb', 'manual.postcode'].map(field => ({
        field,
        code: 'MANDATORY',
      })),
    )
    expect(
      manualAddressErrors({
        'manual.addressLine1': '1 Rātā Lane',
        'manual.suburb': 'Ōrākei',
        'manual.postcode': '0610',
      }),
    ).toEqual([])
  })

  it.each([
    ['PO Box 23226', '', ['manual.addressLine1']],
    ['The Smiths', 'Private Bag 4', ['manual.addressLine2']],
    ['c/- P.O. Box 4', '', ['manual.addressLine1']],
    ['Jane Smith, PO Bx 4', 'Counter Delivery', ['manual.addressLine1', 'manual.addressLine2']],
    ['12 Box Hill Road', 'Postmans Road', []],
  ])('[CAR-09] is where the car is kept, and never %s %s; letters may go there', (line1, line2, fields) => {
    const typed = {
      'manual.addressLine1': line1,
      'manual.addressLine2': line2,
      'manual.suburb': 'Ponsonby',
      'manual.postcode': '1144',
    }
    expect(manualAddressErrors(typed)).toEqual(fields.map(field => ({ field, code: 'ADDRESS_POST_BOX' })))
    const posted = Object.entries(typed).map(([field, text]) => [field.replace('manual', 'manualPost'), text])
    expect(manualAddressErrors(Object.fromEntries(posted), true)).toEqual([])
    // One message per field, in page order.
    expect(manualAddressErrors({ ...typed, 'manual.suburb': ' ', 'manual.postcode': '114' })).toEqual([
      ...fields.map(field => ({ field, code: 'ADDRESS_POST_BOX' })),
      { field: 'manual.suburb', code: 'MANDATORY' },
      { field: 'manual.postcode', code: 'MANDATORY' },
    ])
  })

  it.each([
    ['addressLine1', 'Your refund is waiting: https://evil.example/refund'],
    ['addressLine2', 'see www.evil.example'],
    ['suburb', 'http://evil.example'],
    ['city', 'www.evil.example'],
    ['addressLine2', '4111 1111 1111 1111'],
  ])('[T21] [QUOTE-14] is nothing to follow and no card: %s cannot be %s', (part, text) => {
    const home = { addressLine1: '1 Rātā Lane', suburb: 'Ōrākei', postcode: '0610' }
    for (const [kind, isPostal] of [
      ['manual', false],
      ['manualPost', true],
    ] as const) {
      const typed = Object.entries({ ...home, [part]: text }).map(([name, is]) => [`${kind}.${name}`, is])
      expect(manualAddressErrors(Object.fromEntries(typed), isPostal)).toEqual([
        { field: `${kind}.${part}`, code: 'ADDRESS_HOLDS_MORE' },
      ])
    }
  })

  it.each([
    ['addressLine1', 200],
    ['addressLine2', 200],
    ['suburb', 100],
    ['city', 100],
  ])('[QUOTE-14] is never cut: %s of more than %i characters is refused', (part, maximum) => {
    const home = { addressLine1: '1 Rātā Lane', suburb: 'Ōrākei', postcode: '0610' }
    const codes = (text: string) =>
      manualAddressErrors(
        Object.fromEntries(
          Object.entries({ ...home, [part]: text }).map(([name, is]) => [`manual.${name}`, is]),
        ),
      )
    expect(codes('x'.repeat(maximum))).toEqual([])
    expect(codes('x'.repeat(maximum + 1))).toEqual([
      { field: `manual.${part}`, code: 'ADDRESS_TOO_LONG', values: { maximum: String(maximum) } },
    ])
  })

  it('[CAR-09] [HOLDER-05] starts from the found address and lacks only the postcode', () => {
    const found: Address = {
      addressId: '7',
      signature: 's',
      postcode: '',
      suburb: 'Leamington',
      city: 'Cambridge',
      addressInBrokenDownForm: { ...noParts, streetNumber: '12' },
      addressInFreeForm: { addressLine1: '12 Wordsworth Road', addressLine2: 'Leamington' },
    }
    const answers = manualAnswers(found, false)
    expect(manualAddressErrors(answers)).toEqual([{ field: 'manual.postcode', code: 'MANDATORY' }])
    const whole = manualAddress({ ...answers, 'manual.postcode': '3432' })
    expect(addressText(whole)).toBe('12 Wordsworth Road, Leamington, Cambridge 3432')
    // The suburb appears only once.
    expect(whole.addressInFreeForm.addressLine2).toBe('')
    const other = { ...found.addressInFreeForm, addressLine2: 'Kauri Rest Home' }
    expect(manualAnswers({ ...found, addressInFreeForm: other }, false)).toMatchObject({
      'manual.addressLine2': 'Kauri Rest Home',
    })
  })

  it('[HOLDER-05] starts empty for the postal address, without the parking address', () => {
    const car = {
      'manual.addressLine1': '1 Rātā Lane',
      'manual.addressLine2': 'Flat 2',
      'manual.city': 'Auckland',
    }
    expect(manualAddressErrors(car, true).map(({ field }) => field)).toEqual(
      ['addressLine1', 'suburb', 'postcode'].map(part => `manualPost.${part}`),
    )
    expect(manualAddress({ ...car, 'manualPost.suburb': 'Ponsonby' }, true)).toMatchObject({
      suburb: 'Ponsonby',
      city: '',
      addressInFreeForm: { addressLine1: '', addressLine2: '' },
    })
  })

  it('[QUOTE-14] has the shape of all addresses, without id and signature', () => {
    expect(
      manualAddress({
        'manual.addressLine1': ' 1 Rātā Lane ',
        'manual.suburb': 'Ōrākei',
        'manual.postcode': '0610',
      }),
    ).toMatchObject({
      addressId: '',
      signature: '',
      postcode: '0610',
      suburb: 'Ōrākei',
      city: '',
      addressInFreeForm: { addressLine1: '1 Rātā Lane', addressLine2: '' },
    })
  })
})
