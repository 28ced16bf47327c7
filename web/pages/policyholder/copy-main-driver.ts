/** Pure functions of step 4 that prepare its answers and copy the main driver to policyholder 1. */

import type { Address } from '#journey/address.ts'
import {
  applicantTypeOf,
  copyOfDriver,
  isMainDriver,
  isVehicleAddress,
  mobileCodeOf,
} from '#journey/questions/policyholder.ts'
import {
  emptyDriver,
  emptyPolicyholder,
  type PolicyholderForm,
  type PolicyholdersForm,
  type QuoteForm,
} from '#journey/questions/quote-form.ts'

/** A policyholder who was just added. */
export const newPolicyholder: PolicyholderForm = {
  ...emptyPolicyholder,
  mobileCode: mobileCodeOf(emptyPolicyholder),
}

/** A switch without a choice is on over a copy: a retrieved quote does not store its switches. */
const switched = (answer: string, isCopy: boolean) => (isCopy ? answer || 'YES' : 'NO')

/** The answers that step 4 starts with; a switch stays on only while its copy equals the original. */
export const initialPolicyholders = (
  answers: QuoteForm,
  riskAddress: Address | undefined,
): Partial<PolicyholdersForm> => {
  const form = answers.policyholders
  return {
    applicantType: applicantTypeOf(form),
    policyholders: form.policyholders.map(person => ({ ...person, mobileCode: mobileCodeOf(person) })),
    useMainDriver: switched(form.useMainDriver, isMainDriver(answers)),
    useVehicleAddress: switched(form.useVehicleAddress, isVehicleAddress(form, riskAddress)),
  }
}

/** Policyholder 1 with the main driver's names and date of birth, or without any. */
export function copyMainDriver(
  { driver, policyholders }: QuoteForm,
  isOn: boolean,
): Partial<PolicyholdersForm> {
  const [first = newPolicyholder, ...others] = policyholders.policyholders
  const { firstName, lastName, dateOfBirth } = copyOfDriver((isOn && driver.drivers[0]) || emptyDriver)
  const copy = { firstName: firstName.trim(), lastName: lastName.trim(), dateOfBirth: dateOfBirth.trim() }
  return { policyholders: [{ ...first, ...copy }, ...others], useMainDriver: isOn ? 'YES' : 'NO' }
}

/** Undoes `copyMainDriver` alone: what was typed since in other fields stays. */
export function undoCopy(
  { policyholders }: QuoteForm,
  before: PolicyholderForm | undefined,
  wasOn: boolean,
): Partial<PolicyholdersForm> {
  const [first = newPolicyholder, ...others] = policyholders.policyholders
  return {
    policyholders: [{ ...first, ...copyOfDriver(before ?? emptyPolicyholder) }, ...others],
    useMainDriver: wasOn ? 'YES' : 'NO',
  }
}
