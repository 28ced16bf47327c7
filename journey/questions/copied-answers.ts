/**
 * Compares the answers that step 4 copies with their originals: policyholder 1 from the main driver, the
 * postal address from the overnight address. Either side may change later; the declaration and step 4
 * check here whether they are still equal.
 */
import { type Address, addressText } from '#journey/address.ts'
import { nameKey } from '#journey/people.ts'
import { type Answers, answerOf } from './validation-error.ts'

/** Each field of policyholder 1 that is copied, and where from. */
export const copiedFields = {
  'policyholder1.firstName': 'driver1.firstName',
  'policyholder1.lastName': 'driver1.lastName',
  'policyholder1.dateOfBirth': 'driver1.dateOfBirth',
} as const

/**
 * Whether policyholder 1 still is the main driver: either may have been changed since the copy was made. Where a field
 * is empty nothing counts as copied.
 */
export const isMainDriver = (answers: Answers): boolean =>
  Object.entries(copiedFields).every(([copy, original]) => {
    const copied = nameKey(answerOf(answers, copy))
    return copied !== '' && copied === nameKey(answerOf(answers, original))
  })

export const isVehicleAddress = (answers: Answers, riskAddress: Address | undefined): boolean =>
  riskAddress !== undefined && answerOf(answers, 'postalAddress') === addressText(riskAddress)
