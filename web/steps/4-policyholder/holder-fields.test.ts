import { describe, expect, it } from 'vitest'
import { addPatch, entryPatch, mainDriverPatch, removePatch, undoOf } from './holder-fields.ts'

const driver = {
  'driver1.firstName': 'Aroha',
  'driver1.lastName': 'Ngātai',
  'driver1.dateOfBirth': '27/03/1990',
}

describe('the fields of policyholders', () => {
  it('[HOLDER-02] [HOLDER-10] entering an empty page: Private, one policyholder, 021, nothing copied', () => {
    expect(entryPatch({ useMainDriver: 'YES' })).toEqual({
      applicantType: 'Private',
      policyholderCount: '1',
      'policyholder1.mobileCode': '021',
      useMainDriver: 'NO',
    })
  })

  it('[HOLDER-10] a policyholder 1 with a first name stays as it is', () => {
    const answers = {
      'policyholder1.firstName': 'Aroha',
      'policyholder1.mobileCode': '027',
      useMainDriver: 'YES',
    }
    expect(entryPatch(answers)).toMatchObject({ 'policyholder1.mobileCode': '027' })
    expect(entryPatch(answers)).not.toHaveProperty('useMainDriver')
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
    expect(removePatch({ policyholderCount: '3' })).toMatchObject({
      policyholderCount: '2',
      'policyholder3.email': undefined,
    })
  })

  it('[HOLDER-02] a removed policyholder can be brought back', () => {
    const answers = { policyholderCount: '2', 'policyholder2.firstName': 'Tama' }
    expect(undoOf(answers, removePatch(answers))).toMatchObject(answers)
  })
})
