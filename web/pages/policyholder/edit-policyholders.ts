/** Pure functions that prepare, add and remove policyholders and copy the main driver. Step 4 uses them. */

import type { Address } from '#journey/address.ts'
import { maximumPolicyholders } from '#journey/people.ts'
import { emptyDriver } from '#journey/questions/driver.ts'
import {
  applicantTypeOf,
  emptyPolicyholder,
  mobileCodeOf,
  type PolicyholderForm,
  type PolicyholdersForm,
} from '#journey/questions/policyholders.ts'
import type { FieldPath, QuoteForm } from '#journey/questions/quote-form.ts'
import { copyOfDriver, isMainDriver, isVehicleAddress } from '#journey/questions/stale-copies.ts'

const newPolicyholder: PolicyholderForm = {
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

export const addPolicyholder = (people: readonly PolicyholderForm[]): readonly PolicyholderForm[] =>
  people.length < maximumPolicyholders ? [...people, newPolicyholder] : people

/** Removes one with all of their answers; the first one cannot be removed. */
export const removePolicyholder = (
  people: readonly PolicyholderForm[],
  index: number,
): readonly PolicyholderForm[] => (index > 0 ? people.filter((_, place) => place !== index) : people)

/** Puts a removed one back at their place; changes of the others stay. */
export const returnPolicyholder = (
  people: readonly PolicyholderForm[],
  index: number,
  removed: PolicyholderForm,
): readonly PolicyholderForm[] => [...people.slice(0, index), removed, ...people.slice(index)]

/** Moves a field along when its policyholder changes place; `to` gives null for one who is removed. */
const movedBy =
  (to: (index: number) => number | null) =>
  (field: FieldPath): FieldPath | null => {
    const [section, list, index, part] = field.split('.')
    if (section !== 'policyholders' || list !== 'policyholders') return field
    const target = to(Number(index))
    return target === null
      ? null
      : `policyholders.policyholders.${target}.${part as keyof PolicyholderForm & string}`
  }

/** The fields of those after the removed one move up. */
export const withoutPolicyholder = (removed: number) =>
  movedBy(index => (index === removed ? null : index > removed ? index - 1 : index))

/** The fields of those at that place and after it move down, for one who comes back. */
export const withRoomAt = (place: number) => movedBy(index => (index >= place ? index + 1 : index))
