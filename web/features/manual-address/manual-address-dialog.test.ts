/** Tests the required fields of a manual address, and the shape in which it is sent. */
import { describe, expect, it } from 'vitest'
import { addressText } from '#journey/address.ts'
import { emptyFormAnswers, type ManualAddressForm } from '#journey/questions/form-answers.ts'
import { address } from '#test/samples/customer.ts'
import { toManualAddressForm } from '#web/features/address-search/address-lookups.ts'
import { addressFromForm, manualAddressErrors } from './manual-address-dialog.tsx'

const empty = emptyFormAnswers.manualRisk
const errors = (typed: Partial<ManualAddressForm>, section: 'manualRisk' | 'manualPostal' = 'manualRisk') =>
  manualAddressErrors({ ...empty, ...typed }, section)

const home = { addressLine1: '1 Rātā Lane', suburb: 'Ōrākei', postcode: '0610' }

describe('a manual address', () => {
  it('[QUOTE-14] needs address line 1, suburb and postcode', () => {
    const mandatory = (part: string) => ({ field: `manualRisk.${part}`, code: 'MANDATORY' })
    expect(errors({})).toEqual(['addressLine1', 'suburb', 'postcode'].map(mandatory))
    expect(errors(home)).toEqual([])
  })

  it.each([
    ['The Smiths', 'Private Bag 4', ['addressLine2']],
    ['Jane Smith, PO Bx 4', 'Counter Delivery', ['addressLine1', 'addressLine2']],
    ['12 Box Hill Road', 'Postmans Road', []],
  ])('[CAR-09] a post box in %s, %s is for letters, not for a car', (line1, line2, fields) => {
    const typed = { ...home, addressLine1: line1, addressLine2: line2 }
    const boxes = fields.map(part => ({ field: `manualRisk.${part}`, code: 'ADDRESS_POST_BOX' }))
    expect(errors(typed)).toEqual(boxes)
    expect(errors(typed, 'manualPostal')).toEqual([])
    // One message per field, in page order.
    expect(errors({ ...typed, suburb: ' ', postcode: '114' })).toEqual([
      ...boxes,
      { field: 'manualRisk.suburb', code: 'MANDATORY' },
      { field: 'manualRisk.postcode', code: 'MANDATORY' },
    ])
  })

  it.each([
    ['addressLine1', 'Your refund is waiting: https://evil.example/refund'],
    ['addressLine2', '4111 1111 1111 1111'],
    ['suburb', 'http://evil.example'],
    ['city', 'www.evil.example'],
  ])('[T21] [QUOTE-14] refuses web addresses and card numbers: %s cannot be %s', (part, text) => {
    for (const section of ['manualRisk', 'manualPostal'] as const)
      expect(errors({ ...home, [part]: text }, section)).toEqual([
        { field: `${section}.${part}`, code: 'ADDRESS_HOLDS_MORE' },
      ])
  })

  it.each([
    ['addressLine1', 200],
    ['addressLine2', 200],
    ['suburb', 100],
    ['city', 100],
  ])('[QUOTE-14] refuses %s of more than %i characters and never cuts it', (part, maximum) => {
    const codes = (text: string) => errors({ ...home, [part]: text })
    expect(codes('x'.repeat(maximum))).toEqual([])
    expect(codes('x'.repeat(maximum + 1))).toEqual([
      { field: `manualRisk.${part}`, code: 'ADDRESS_TOO_LONG', values: { maximum: String(maximum) } },
    ])
  })

  it('[CAR-09] [HOLDER-05] starts from the found address and lacks only the postcode', () => {
    const addressInFreeForm = { addressLine1: '12 Wordsworth Road', addressLine2: 'Leamington' }
    const found = { ...address, postcode: '', suburb: 'Leamington', city: 'Cambridge', addressInFreeForm }
    const answers = toManualAddressForm(found)
    expect(errors(answers)).toEqual([{ field: 'manualRisk.postcode', code: 'MANDATORY' }])
    const whole = addressFromForm({ ...answers, postcode: '3432' })
    expect(addressText(whole)).toBe('12 Wordsworth Road, Leamington, Cambridge 3432')
    // The suburb appears only once.
    expect(whole.addressInFreeForm.addressLine2).toBe('')
    const other = { ...addressInFreeForm, addressLine2: 'Kauri Rest Home' }
    expect(toManualAddressForm({ ...found, addressInFreeForm: other })).toMatchObject({
      addressLine2: 'Kauri Rest Home',
    })
  })

  it('[QUOTE-14] has the shape of all addresses, without id and signature', () => {
    expect(addressFromForm({ ...empty, ...home, addressLine1: ' 1 Rātā Lane ' })).toMatchObject({
      addressId: '',
      signature: '',
      postcode: '0610',
      suburb: 'Ōrākei',
      city: '',
      addressInFreeForm: { addressLine1: '1 Rātā Lane', addressLine2: '' },
    })
  })
})
