/** Checks what a hand-typed address needs, and the shape it is sent in. */
import { describe, expect, it } from 'vitest'
import { manualAddress, manualAddressProblems } from './manual-address-dialog.tsx'

describe('a manual address', () => {
  it('[QUOTE-14] needs address line 1, suburb and postcode', () => {
    expect(manualAddressProblems({})).toEqual(
      ['manual.addressLine1', 'manual.suburb', 'manual.postcode'].map(field => ({
        field,
        code: 'MANDATORY',
      })),
    )
    expect(
      manualAddressProblems({
        'manual.addressLine1': '1 Rātā Lane',
        'manual.suburb': 'Ōrākei',
        'manual.postcode': '0610',
      }),
    ).toEqual([])
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
