/** Tests of the patches that fill, copy and clear policyholders. */

import { describe, expect, it } from 'vitest'
import { type Address, addressText } from '#journey/address.ts'
import { noParts } from '#journey/address-parts.ts'
import { policyholderField, policyholderNumbers } from '#journey/questions/policyholders.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import type { AnswersPatch } from '#web/features/draft/draft-store.ts'
import {
  addPolicyholderPatch,
  copyMainDriverPatch,
  initialPolicyholderPatch,
  removePolicyholderPatch,
  returnPatch,
  withoutHolder,
  withRoomAt,
} from './edit-policyholders.ts'

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
    expect(initialPolicyholderPatch({ useMainDriver: 'YES' }, undefined)).toEqual({
      applicantType: 'Private',
      policyholderCount: '1',
      'policyholder1.mobileCode': '021',
      useMainDriver: 'NO',
      useVehicleAddress: 'NO',
    })
  })

  it('[HOLDER-10] a policyholder 1 with a first name stays as it is', () => {
    const patch = initialPolicyholderPatch(copied, home)
    expect(patch).toMatchObject({ 'policyholder1.mobileCode': '027' })
    expect(patch).toMatchObject({ useMainDriver: copied.useMainDriver, useVehicleAddress: 'YES' })
  })

  it('[SHELL-14] [HOLDER-03] [HOLDER-05] of a quote taken up again the switches are on over copies, and stay off where they were put off', () => {
    const { useMainDriver: _, useVehicleAddress: __, ...resumed } = copied
    expect(initialPolicyholderPatch(resumed, home)).toMatchObject({
      useMainDriver: 'YES',
      useVehicleAddress: 'YES',
    })
    const off = { ...resumed, useMainDriver: 'NO', useVehicleAddress: 'NO' }
    expect(initialPolicyholderPatch(off, home)).toMatchObject({
      useMainDriver: 'NO',
      useVehicleAddress: 'NO',
    })
  })

  it.each(Object.keys(driver))(
    '[HOLDER-03] the switch goes off once %s of the main driver was corrected',
    field => {
      expect(initialPolicyholderPatch({ ...copied, [field]: 'Other' }, home)).toMatchObject({
        useMainDriver: 'NO',
      })
    },
  )

  it('[HOLDER-03] the switch stays on over a main driver who was typed with a blank behind', () => {
    const typed = { ...copied, 'driver1.firstName': 'Aroha ' }
    const answers = { ...typed, ...copyMainDriverPatch(typed, true) }
    expect(answers).toMatchObject({ 'policyholder1.firstName': 'Aroha' })
    expect(initialPolicyholderPatch(answers, home)).toMatchObject({ useMainDriver: 'YES' })
  })

  it('[HOLDER-05] the switch turns off when the overnight address changes', () => {
    const elsewhere = { ...home, suburb: 'Parnell' }
    expect(initialPolicyholderPatch(copied, elsewhere)).toMatchObject({ useVehicleAddress: 'NO' })
    expect(initialPolicyholderPatch(copied, elsewhere)).toMatchObject({ useMainDriver: 'YES' })
  })

  it('[HOLDER-03] copies the main driver, and clears again', () => {
    expect(copyMainDriverPatch(driver, true)).toEqual({
      'policyholder1.firstName': 'Aroha',
      'policyholder1.lastName': 'Ngātai',
      'policyholder1.dateOfBirth': '27/03/1990',
    })
    expect(Object.values(copyMainDriverPatch(driver, false))).toEqual([undefined, undefined, undefined])
  })

  it('[HOLDER-02] adds up to five and removes down to one', () => {
    expect(addPolicyholderPatch({})).toEqual({ policyholderCount: '2', 'policyholder2.mobileCode': '021' })
    expect(addPolicyholderPatch({ policyholderCount: '5' }).policyholderCount).toBe('5')
    expect(removePolicyholderPatch({ policyholderCount: '1' }, 1)).toEqual({})
    expect(removePolicyholderPatch({ policyholderCount: '2' }, 1)).toEqual({})
    expect(removePolicyholderPatch({ policyholderCount: '2' }, 3)).toEqual({})
    const three = {
      policyholderCount: '3',
      'policyholder2.title': 'Mr',
      'policyholder3.title': 'Ms',
      'policyholder3.askedOneDay': 'YES',
    }
    expect(removePolicyholderPatch(three, 3)).toStrictEqual({
      policyholderCount: '2',
      'policyholder3.title': undefined,
      'policyholder3.askedOneDay': undefined,
    })
  })

  const people = ['Maia', 'Rangi', 'Aroha', 'Wiremu', 'Tui']
  const five = {
    policyholderCount: '5',
    useVehicleAddress: 'YES',
    postalAddress: '1 High Street',
    ...Object.fromEntries(people.map((name, index) => [`policyholder${index + 1}.firstName`, name])),
    'policyholder3.email': 'aroha@example.nz',
    'policyholder3.mobileCode': '027',
  }
  /** As the draft keeps a patch: undefined deletes. */
  const patched = (answers: Answers, patch: AnswersPatch): Answers =>
    JSON.parse(JSON.stringify({ ...answers, ...patch }))
  const names = (answers: Answers) =>
    policyholderNumbers(answers).map(number => answers[policyholderField(number, 'firstName')])

  it.each([2, 3, 4, 5])(
    '[HOLDER-02] removes policyholder %i and moves the later ones up with all of their answers',
    gone => {
      const left = patched(five, removePolicyholderPatch(five, gone))
      expect(names(left)).toEqual(people.filter((_, index) => index !== gone - 1))
      expect(left).toMatchObject({
        policyholderCount: '4',
        useVehicleAddress: 'YES',
        postalAddress: '1 High Street',
      })
      expect(Object.keys(left).filter(field => field.startsWith('policyholder5.'))).toEqual([])
      const place = gone < 3 ? 2 : 3
      const aroha = {
        [`policyholder${place}.email`]: 'aroha@example.nz',
        [`policyholder${place}.mobileCode`]: '027',
      }
      if (gone === 3) expect(Object.values(left)).not.toContain('aroha@example.nz')
      else expect(left).toMatchObject(aroha)
      if (gone === 2) expect(left).not.toHaveProperty('policyholder3.email')
    },
  )

  it.each([2, 3, 4, 5])(
    '[HOLDER-02] restores policyholder %i at their position without changing the others',
    gone => {
      const left = patched(five, removePolicyholderPatch(five, gone))
      expect(patched(left, returnPatch(left, gone, five))).toEqual(five)
    },
  )

  it('[HOLDER-02] what was changed of the others before the undo stays with them', () => {
    const left = { ...patched(five, removePolicyholderPatch(five, 2)), 'policyholder2.firstName': 'Arohanui' }
    const back = patched(left, returnPatch(left, 2, five))
    expect(names(back)).toEqual(['Maia', 'Rangi', 'Arohanui', 'Wiremu', 'Tui'])
    expect(back).toMatchObject({ 'policyholder3.email': 'aroha@example.nz' })
  })

  it('[HOLDER-02] messages go with their policyholder, and come back with them', () => {
    const fields = ['policyholder1.email', 'policyholder2.email', 'policyholder3.title', 'postalAddress']
    expect(fields.map(withoutHolder(2))).toEqual([
      'policyholder1.email',
      null,
      'policyholder2.title',
      'postalAddress',
    ])
    expect(fields.map(withRoomAt(2))).toEqual([
      'policyholder1.email',
      'policyholder3.email',
      'policyholder4.title',
      'postalAddress',
    ])
  })
})
