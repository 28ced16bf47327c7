/**
 * Pure functions of step 4 (policyholder) that prepare its answers and copy the main driver to policyholder
 * 1.
 */

import type { Address } from '#journey/address.ts'
import {
  emptyDriver,
  emptyPolicyholder,
  type FormAnswers,
  type PolicyholderForm,
  type PolicyholdersForm,
} from '#journey/questions/form-answers.ts'
import {
  applicantTypeOf,
  copyOfDriver,
  isMainDriver,
  isVehicleAddress,
  mobilePrefixOf,
} from '#journey/questions/policyholder.ts'

/** A policyholder who was just added. */
export const blankPolicyholder: PolicyholderForm = {
  ...emptyPolicyholder,
  mobileCode: mobilePrefixOf(emptyPolicyholder),
}

/** The switch is not stored. So for a retrieved quote it is on if the values are equal to the original. */
const switched = (answer: string, isCopy: boolean) => (isCopy ? answer || 'YES' : 'NO')

/** The answers that step 4 starts with; a switch stays on only while its copy equals the original. */
export const initialPolicyholders = (
  answers: FormAnswers,
  riskAddress: Address | undefined,
): Partial<PolicyholdersForm> => {
  const form = answers.policyholders
  return {
    applicantType: applicantTypeOf(form),
    policyholders: form.policyholders.map(person => ({ ...person, mobileCode: mobilePrefixOf(person) })),
    useMainDriver: switched(form.useMainDriver, isMainDriver(answers)),
    useVehicleAddress: switched(form.useVehicleAddress, isVehicleAddress(form, riskAddress)),
  }
}

/** Policyholder 1 with the main driver's names and date of birth, or without any. */
export function copyMainDriver(
  { driver, policyholders }: FormAnswers,
  isOn: boolean,
): Partial<PolicyholdersForm> {
  const [first = blankPolicyholder, ...others] = policyholders.policyholders
  const { firstName, lastName, dateOfBirth } = copyOfDriver((isOn && driver.drivers[0]) || emptyDriver)
  const copy = { firstName: firstName.trim(), lastName: lastName.trim(), dateOfBirth: dateOfBirth.trim() }
  return { policyholders: [{ ...first, ...copy }, ...others], useMainDriver: isOn ? 'YES' : 'NO' }
}

/** Undoes only `copyMainDriver`; text typed since in other fields stays. */
export function undoCopy(
  { policyholders }: FormAnswers,
  before: PolicyholderForm | undefined,
  wasOn: boolean,
): Partial<PolicyholdersForm> {
  const [first = blankPolicyholder, ...others] = policyholders.policyholders
  return {
    policyholders: [{ ...first, ...copyOfDriver(before ?? emptyPolicyholder) }, ...others],
    useMainDriver: wasOn ? 'YES' : 'NO',
  }
}
