/** Tells whether a request changes the people or the home of a quote, which then belongs to them. */
import { isDeepStrictEqual } from 'node:util'
import type { QuoteApplicant } from '#db/json-columns.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { Address } from '#journey/address.ts'
import { emailKey } from '#journey/email-address.ts'
import { type Driver, isSamePerson, type Policyholder, personKey } from '#journey/people.ts'
import type { Tx } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { canonicalForm } from './canonical-form.ts'

type Named = Pick<Driver | Policyholder, 'firstName' | 'lastName' | 'dateOfBirth'>

const includesAll = (before: readonly Named[], now: readonly Named[]): boolean => {
  const known = new Set(before.map(personKey))
  return now.every(one => known.has(personKey(one)))
}

export const hasAddedDrivers = ({ drivers }: Pick<Quote, 'drivers'>, now: readonly Named[]): boolean =>
  !includesAll(drivers ?? [], now)

/**
 * Null once another person is the main driver: they must not be offered the registered person's data. A name that was not
 * registered is that of the first main driver.
 */
export function applicantIfMainDriver(
  { applicant, drivers }: Pick<Quote, 'applicant' | 'drivers'>,
  [main]: readonly Driver[],
): QuoteApplicant | null {
  if (!applicant || !main) return applicant
  const registered = { ...(drivers?.[0] ?? main), ...applicant, dateOfBirth: main.dateOfBirth }
  return isSamePerson(registered, main) ? applicant : null
}

/** Compares without the signature, which says how an address was found and not where it is. */
const isSamePlace = (one: object | null, other: object): boolean =>
  isDeepStrictEqual(canonicalForm({ ...one, signature: '' }), canonicalForm({ ...other, signature: '' }))

/** The overnight address of a car is a person's home. */
export const hasChangedRiskAddress = ({ risk_address: before }: Pick<Quote, 'risk_address'>, now: Address) =>
  !isSamePlace(before, now)

/** Contacts and the postal address are personal as well. */
export function hasChangedPolicyholders(
  { policyholders: before }: Pick<Quote, 'policyholders'>,
  now: { readonly policyholders: readonly Policyholder[]; readonly postalAddress: object },
): boolean {
  if (before === null) return true
  const contacts = (list: readonly Policyholder[]) =>
    list.map(({ email, mobile }) => `${emailKey(email)}|${mobile}`)
  return (
    !includesAll(before.policyholders, now.policyholders) ||
    contacts(before.policyholders).join() !== contacts(now.policyholders).join() ||
    !isSamePlace(before.postalAddress, now.postalAddress)
  )
}

/** With the quote locked. `now` is read after the lock: all access that was given before it is then older. */
export const restrictOtherSessionsToSummary = (
  quoteId: string,
  { sessionId, token }: RequestContext,
  tx: Tx,
  now: Date,
): Promise<void> => {
  const tokenIssuedAt = sessionId === null && token ? token.issuedAt : null
  return tx.restrictOtherSessionsToSummary({ quoteId, sessionId, tokenIssuedAt, now })
}
