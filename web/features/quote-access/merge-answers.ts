/** Merges a tab's answers with the stored ones of the same quote; each function says whose value wins in a section. */
import { normalizeName } from '#journey/people.ts'
import {
  type CarForm,
  type DriversForm,
  emptyCar,
  emptyDriver,
  emptyDrivers,
  emptyFormAnswers,
  emptyPolicyholder,
  emptyPolicyholders,
  type FormAnswers,
  type PolicyholderForm,
  type PolicyholdersForm,
} from '#journey/questions/form-answers.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { mergeFormValues } from '#web/features/draft/draft-store.ts'

type TabState = Pick<DraftState, 'needsIdentityCheck' | 'acceptedIncidents'>

/** A text typed in the tab wins over a stored one; the functions below say where it does not. */
export function mergeAnswers(typed: FormAnswers, stored: FormAnswers, tab: TabState): FormAnswers {
  return {
    ...mergeFormValues(typed, stored, emptyFormAnswers),
    car: mergeCar(typed.car, stored.car),
    driver: mergeDrivers(typed.driver, stored.driver, tab),
    policyholders: mergePolicyholders(typed.policyholders, stored.policyholders, tab),
  }
}

function mergeCar(typed: CarForm, stored: CarForm): CarForm {
  // The stored model belongs to the stored transmission.
  const hasOtherTransmission = typed.transmission !== '' && typed.transmission !== stored.transmission
  return {
    ...mergeFormValues(typed, hasOtherTransmission ? { ...stored, vehicleKey: '' } : stored, emptyCar),
    // Another plate would be another quote, so a plate that is half typed is dropped.
    plate: stored.plate,
  }
}

/** Drivers that another device added are copied, unless this tab added or removed drivers after the identity check. */
function mergeDrivers(typed: DriversForm, stored: DriversForm, tab: TabState): DriversForm {
  const { needsIdentityCheck = false, acceptedIncidents } = tab
  const isCountUnchanged =
    acceptedIncidents === undefined || acceptedIncidents.length === typed.drivers.length
  const takesMore = needsIdentityCheck || isCountUnchanged
  return {
    ...mergeFormValues(typed, stored, emptyDrivers),
    drivers: mergePeople(typed.drivers, stored.drivers, emptyDriver, takesMore),
  }
}

/** Policyholders that another device added are copied, unless some were typed in this tab after the identity check. */
function mergePolicyholders(typed: PolicyholdersForm, stored: PolicyholdersForm, tab: TabState) {
  const { needsIdentityCheck = false } = tab
  const takesMore = needsIdentityCheck || isBlank(typed.policyholders)
  // Before the identity check the stored kind of applicant wins, unless a business name was typed.
  const takesApplicant = needsIdentityCheck && typed.businessName === '' && stored.applicantType !== ''
  return {
    ...mergeFormValues(typed, stored, emptyPolicyholders),
    ...(takesApplicant && { applicantType: stored.applicantType }),
    policyholders: mergePeople(typed.policyholders, stored.policyholders, emptyPolicyholder, takesMore),
  }
}

/** `takesMore` adds further stored people, because a policy must not leave a person out. */
function mergePeople<T>(own: readonly T[], stored: readonly T[], blank: T, takesMore: boolean): readonly T[] {
  const more = takesMore ? stored.slice(own.length) : []
  return [...own.map((person, index) => mergeFormValues(person, stored[index] ?? person, blank)), ...more]
}

const isBlank = (people: readonly PolicyholderForm[]) =>
  people.every(person => !hasOtherText({ ...person, mobileCode: '' }, emptyPolicyholder))

/** True when answers that the price depends on differ from the stored ones. Step 3 compares its own answers itself. */
export function hasUnsentAnswers(own: FormAnswers, stored: FormAnswers): boolean {
  const { plate: _, carValue: __, ...car } = own.car
  return (
    hasOtherText(car, stored.car) ||
    hasOtherText(own.driver, stored.driver) ||
    own.driver.drivers.length !== stored.driver.drivers.length
  )
}

/** True when a typed text differs from the other one. Empty texts are not typed. */
function hasOtherText(own: unknown, other: unknown): boolean {
  if (typeof own === 'string')
    return own !== '' && storedText(own) !== storedText(typeof other === 'string' ? other : '')
  const ownValues = Object.entries(own ?? {})
  return ownValues.some(([key, value]) => hasOtherText(value, (other as Record<string, unknown>)?.[key]))
}

/** As the server stores a text, with straight apostrophes: two devices may write the same name differently. */
const storedText = (text: string) => normalizeName(text).replaceAll('’', "'")
