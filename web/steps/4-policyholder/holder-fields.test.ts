import { describe, expect, it } from 'vitest'
import { type Address, addressText } from '#journey/address.ts'
import { noParts } from '#journey/address-parts.ts'
import { addPatch, entryPatch, mainDriverPatch, removePatch, undoOf } from './holder-fields.ts'

const driver = {
  'driver1.firstName': 'Aroha',
  'driver1.lastName': 'Ngātai',
  'driver1.dateOfBirth': '27/03/1990',
}

const home: Address = {
  addressId: 'A-1',
  postcode: '1050',
  suburb: 'Remuera',
  city: 'Auckland',
  signature: '',
  addressInBrokenDownForm: noParts,
  addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: '' },
}
/** Both switches used, and nothing changed since. */
const copied = {
  ...driver,
  'policyholder1.firstName': 'Aroha',
  'policyholder1.lastName': 'Ngātai',
  'policyholder1.dateOfBirth': '27/03/1990',
  'policyholder1.mobileCode': '027',
  useMainDriver: 'YES',
  postalAddress: addressText(home),
  useVehicleAddress: 'YES',
}

describe('the fields of policyholders', () => {
  it('[HOLDER-02] [HOLDER-10] entering an empty page: Private, one policyholder, 021, nothing copied', () => {
    expect(entryPatch({ useMainDriver: 'YES' }, undefined)).toEqual({
      applicantType: 'Private',
      policyholderCount: '1',
      'policyholder1.mobileCode': '021',
      useMainDriver: 'NO',
      useVehicleAddress: 'NO',
    })
  })

  it('[HOLDER-10] a policyholder 1 with a first name stays as it is', () => {
    const patch = entryPatch(copied, home)
    expect(patch).toMatchObject({ 'policyholder1.mobileCode': '027' })
    expect(patch).toMatchObject({ useMainDriver: copied.useMainDriver, useVehicleAddress: 'YES' })
  })

  it('[SHELL-14] [HOLDER-03] [HOLDER-05] of a quote taken up again the switches are on over copies, and stay off where they were put off', () => {
    const { useMainDriver: _, useVehicleAddress: __, ...resumed } = copied
    expect(entryPatch(resumed, home)).toMatchObject({ useMainDriver: 'YES', useVehicleAddress: 'YES' })
    const off = { ...resumed, useMainDriver: 'NO', useVehicleAddress: 'NO' }
    expect(entryPatch(off, home)).toMatchObject({ useMainDriver: 'NO', useVehicleAddress: 'NO' })
  })

  it.each(Object.keys(driver))(
    '[HOLDER-03] the switch goes off once %s of the main driver was corrected',
    field => {
      expect(entryPatch({ ...copied, [field]: 'Other' }, home)).toMatchObject({ useMainDriver: 'NO' })
    },
  )

  it('[HOLDER-03] the switch stays on over a main driver who was typed with a blank behind', () => {
    const typed = { ...copied, 'driver1.firstName': 'Aroha ' }
    const answers = { ...typed, ...mainDriverPatch(typed, true) }
    expect(answers).toMatchObject({ 'policyholder1.firstName': 'Aroha' })
    expect(entryPatch(answers, home)).toMatchObject({ useMainDriver: 'YES' })
  })

  it('[HOLDER-05] the switch goes off once the car is kept elsewhere', () => {
    const elsewhere = { ...home, suburb: 'Parnell' }
    expect(entryPatch(copied, elsewhere)).toMatchObject({ useVehicleAddress: 'NO' })
    expect(entryPatch(copied, elsewhere)).toMatchObject({ useMainDriver: 'YES' })
  })

  it('[HOLDER-03] copies the main driver, and clears again', () => {
    expect(mainDriverPatch(driver, true)).toEqual({
      'policyholder1.firstName': 'Aroha',
      'policyholder1.lastName': 'Ngātai',
      'policyholder1.dateOfBirth': '27/03/1990',
    })
    expect(Object.values(mainDriverPatch(driver, false))).toEqual([undefined, undefined, undefined])
  })

  it('[HOLDER-02] adds up to five and removes down to one', () => {
    expect(addPatch({})).toEqual({ policyholderCount: '2', 'policyholder2.mobileCode': '021' })
    expect(addPatch({ policyholderCount: '5' }).policyholderCount).toBe('5')
    expect(removePatch({ policyholderCount: '1' })).toEqual({})
    const three = {
      policyholderCount: '3',
      'policyholder2.title': 'Mr',
      'policyholder3.title': 'Ms',
      'policyholder3.askedOneDay': 'YES',
    }
    expect(removePatch(three)).toStrictEqual({
      policyholderCount: '2',
      'policyholder3.title': undefined,
      'policyholder3.askedOneDay': undefined,
    })
  })

  it('[HOLDER-02] a removed policyholder can be brought back', () => {
    const answers = { policyholderCount: '2', 'policyholder2.firstName': 'Tama' }
    expect(undoOf(answers, removePatch(answers))).toMatchObject(answers)
  })
})
