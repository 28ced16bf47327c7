/** Tests of the answers that step 4 starts with, and of copying the main driver. */
import { describe, expect, it } from 'vitest'
import { type Address, addressText } from '#journey/address.ts'
import { emptyPolicyholder } from '#journey/questions/form-answers.ts'
import { address as home } from '#test/samples/customer.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import {
  copyMainDriver,
  initialPolicyholders,
  isCopyOutdated,
  undoMainDriverCopy,
} from './copy-earlier-answers.tsx'

const driver: FormTexts = {
  'driver.drivers.0.firstName': 'Aroha',
  'driver.drivers.0.lastName': 'Ngātai',
  'driver.drivers.0.dateOfBirth': '27/03/1990',
}

/** Both switches used, and nothing changed since. */
const copied: FormTexts = {
  ...driver,
  'policyholders.policyholders.0.firstName': 'Aroha',
  'policyholders.policyholders.0.lastName': 'Ngātai',
  'policyholders.policyholders.0.dateOfBirth': '27/03/1990',
  'policyholders.policyholders.0.mobileCode': '027',
  'policyholders.useMainDriver': 'YES',
  'policyholders.postalAddress': addressText(home),
  'policyholders.useVehicleAddress': 'YES',
}
const initial = (texts: FormTexts, address: Address | undefined) =>
  initialPolicyholders(formOf(texts), address)

describe('the answers of step 4', () => {
  it('[HOLDER-02] [HOLDER-10] an empty page starts with Private, one policyholder, 021 and nothing copied', () => {
    expect(initial({ 'policyholders.useMainDriver': 'YES' }, undefined)).toEqual({
      applicantType: 'Private',
      policyholders: [{ ...emptyPolicyholder, mobileCode: '021' }],
      useMainDriver: 'NO',
      useVehicleAddress: 'NO',
    })
  })

  it('[HOLDER-10] a policyholder 1 with a first name stays as it is', () => {
    expect(initial(copied, home)).toMatchObject({
      policyholders: [{ firstName: 'Aroha', mobileCode: '027' }],
    })
  })

  const bothSwitches = (answer: string) => ({
    'policyholders.useMainDriver': answer,
    'policyholders.useVehicleAddress': answer,
  })
  // The tests of findOutdatedCopiedAnswers show when a copy is outdated.
  it.each<[string, FormTexts, Address, string, string]>([
    ['used', {}, home, 'YES', 'YES'],
    ['of a restored quote with equal values', bothSwitches(''), home, 'YES', 'YES'],
    ['turned off', bothSwitches('NO'), home, 'NO', 'NO'],
    ['before the main driver was corrected', { 'driver.drivers.0.lastName': 'Other' }, home, 'NO', 'YES'],
    ['before the car moved', {}, { ...home, suburb: 'Parnell' }, 'YES', 'NO'],
  ])('[SHELL-14] [HOLDER-03] [HOLDER-05] %s', (_what, changed, address, useMainDriver, useVehicleAddress) => {
    expect(initial({ ...copied, ...changed }, address)).toMatchObject({ useMainDriver, useVehicleAddress })
  })

  it('[HOLDER-03] the switch stays on for a main driver typed with a trailing blank', () => {
    const typed = formOf({ ...copied, 'driver.drivers.0.firstName': 'Aroha ' })
    const policyholders = { ...typed.policyholders, ...copyMainDriver(typed, true) }
    expect(policyholders.policyholders[0]?.firstName).toBe('Aroha')
    expect(initialPolicyholders({ ...typed, policyholders }, home)).toMatchObject({ useMainDriver: 'YES' })
  })

  it('[HOLDER-03] copies the main driver, clears the copy, and undoes both', () => {
    const names = { firstName: 'Aroha', lastName: 'Ngātai', dateOfBirth: '27/03/1990' }
    const none = { firstName: '', lastName: '', dateOfBirth: '' }
    const typed = formOf({ ...driver, 'policyholders.policyholders.0.title': 'Ms' })
    expect(copyMainDriver(typed, true)).toEqual({
      policyholders: [{ ...emptyPolicyholder, title: 'Ms', ...names }],
      useMainDriver: 'YES',
    })
    const cleared = { policyholders: [none], useMainDriver: 'NO' }
    expect(copyMainDriver(formOf(copied), false)).toMatchObject(cleared)
    const since = formOf({ ...copied, 'policyholders.policyholders.0.email': 'a@b.nz' })
    const undone = undoMainDriverCopy(since, typed, false)
    expect(undone).toMatchObject({ policyholders: [{ ...none, email: 'a@b.nz' }], useMainDriver: 'NO' })
  })
})

it('[HOLDER-03] [HOLDER-05] a copy is outdated after a change, until the customer makes it equal or saves step 4', () => {
  const marks = { isDriverCopyOutdated: true, isAddressCopyOutdated: true } as const
  const outdated = (texts: FormTexts, state: DraftState) =>
    (['policyholders.useMainDriver', 'policyholders.useVehicleAddress'] as const).map(field =>
      isCopyOutdated(field, formOf({ ...copied, ...texts }), state),
    )
  const corrected = { 'driver.drivers.0.lastName': 'Other' }
  const moved = { ...home, suburb: 'Parnell' }
  expect(outdated(corrected, { ...marks, riskAddress: moved })).toEqual([true, true])
  expect(outdated({}, { ...marks, riskAddress: home })).toEqual([false, false])
  expect(outdated(corrected, { riskAddress: moved })).toEqual([false, false])
})
