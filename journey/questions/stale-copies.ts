/**
 * Compares the answers that step 4 copies with their originals: policyholder 1 from the main driver, the
 * postal address from the overnight address. The declaration and step 4 use it.
 */
import { type Address, addressText } from '#journey/address.ts'
import { nameKey } from '#journey/people.ts'
import type { DriverForm, DriversForm } from './driver.ts'
import type { PolicyholderForm, PolicyholdersForm } from './policyholders.ts'

type Copied = Pick<DriverForm & PolicyholderForm, 'firstName' | 'lastName' | 'dateOfBirth'>
interface CopiedAnswers {
  readonly driver: DriversForm
  readonly policyholders: PolicyholdersForm
}

/** The answers that policyholder 1 copies from the main driver. */
export const copyOfDriver = ({ firstName, lastName, dateOfBirth }: Copied): Copied => ({
  firstName,
  lastName,
  dateOfBirth,
})

const isSame = (copy: string, original: string) => nameKey(copy) !== '' && nameKey(copy) === nameKey(original)

/** True while policyholder 1 equals the main driver: either may change after the copy. An empty field is no copy. */
export function isMainDriver({ driver, policyholders }: CopiedAnswers): boolean {
  const [original] = driver.drivers
  const [copy] = policyholders.policyholders
  return (
    original !== undefined &&
    copy !== undefined &&
    isSame(copy.firstName, original.firstName) &&
    isSame(copy.lastName, original.lastName) &&
    isSame(copy.dateOfBirth, original.dateOfBirth)
  )
}

export const isVehicleAddress = (
  { postalAddress }: PolicyholdersForm,
  riskAddress: Address | undefined,
): boolean => riskAddress !== undefined && postalAddress.trim() === addressText(riskAddress)

/** The copies whose original changed after the copy was made. */
export interface StaleCopies {
  readonly isDriverCopyStale?: true
  readonly isAddressCopyStale?: true
}

/** The switches that are on although their copy no longer equals its original. */
export function staleCopies(answers: CopiedAnswers, riskAddress: Address | undefined): StaleCopies {
  const { useMainDriver, useVehicleAddress } = answers.policyholders
  const isAddress = isVehicleAddress(answers.policyholders, riskAddress)
  return {
    ...(useMainDriver === 'YES' && !isMainDriver(answers) && { isDriverCopyStale: true }),
    ...(useVehicleAddress === 'YES' && !isAddress && { isAddressCopyStale: true }),
  }
}
