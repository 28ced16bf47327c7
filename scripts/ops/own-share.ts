/**
 * What of a purchase a policyholder is shown. The first one gave it all and is shown all; another one is shown the policy,
 * which they hold together, and what stands of themselves: not the others' answers, nor from what it is paid (IPP 6).
 */
import { type Driver, isSamePerson, type Policyholder } from '#journey/people.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import type { PolicyToBind } from '#partners/insurer/port.ts'

export interface Person {
  readonly email: string
  readonly dob: string
}

/** As the database gives it; of the columns those are named that are asked for here. */
export interface Purchase {
  readonly quote: {
    readonly quote_number: string | null
    readonly status: string
    readonly plate: string
    readonly created_at: string
    readonly valid_until: string | null
    readonly drivers: readonly Driver[] | null
    readonly policyholders: { readonly policyholders: readonly Policyholder[] } | null
  }
  readonly policy: {
    readonly policy_number: string
    readonly brand: string
    readonly issued_at: string
    readonly record: PolicyRecord
  } | null
  readonly payments: unknown
  readonly purchase: unknown
  readonly history: unknown
}

/** What the insurer was asked to bind, without our key to it. */
export type Asked = Omit<PolicyToBind, 'idempotencyKey'>

export const isPerson = (holder: Policyholder, { email, dob }: Person): boolean =>
  holder.email.toLowerCase() === email.toLowerCase() && holder.dateOfBirth === dob

export function ownShare(bought: Purchase, asked: Asked | null, person: Person) {
  const { quote, policy, ...money } = bought
  const isFirstOf = ([first]: readonly Policyholder[]): boolean =>
    first !== undefined && isPerson(first, person)
  /** Who holds what became of the quote: it may have been bound for others than step 4 named, or without step 4. */
  const holders = (policy?.record ?? asked ?? quote.policyholders)?.policyholders ?? []
  const share = {
    quote: isFirstOf(quote.policyholders?.policyholders ?? holders) ? quote : ofQuote(quote, person),
    policy: policy && (isFirstOf(policy.record.policyholders) ? policy : ofPolicy(policy, person)),
    ...(isFirstOf(holders) ? money : {}),
  }
  if (!asked) return share
  return { ...share, asked: isFirstOf(asked.policyholders) ? asked : ofAsked(asked, person) }
}

/** Of people only the person themselves, as a policyholder and as a driver. */
function themselves(person: Person, holders: readonly Policyholder[], drivers: readonly Driver[]) {
  const policyholders = holders.filter(holder => isPerson(holder, person))
  return {
    policyholders,
    drivers: drivers.filter(driver => policyholders.some(holder => isSamePerson(driver, holder))),
  }
}

const ofQuote = (
  { quote_number, status, plate, created_at, valid_until, drivers, policyholders }: Purchase['quote'],
  person: Person,
) => ({
  ...{ quote_number, status, plate, created_at, valid_until },
  ...themselves(person, policyholders?.policyholders ?? [], drivers ?? []),
})

function ofPolicy(
  { policy_number, brand, issued_at, record }: NonNullable<Purchase['policy']>,
  person: Person,
) {
  const { payment: _, postalAddress: __, ...facts } = record
  const own = themselves(person, record.policyholders, record.drivers)
  return { policy_number, brand, issued_at, record: { ...facts, ...own } }
}

const ofAsked = ({ quoteNumber, plate, policyholders, insured }: Asked, person: Person) => ({
  ...{ quoteNumber, plate },
  ...themselves(person, policyholders, insured?.drivers ?? []),
})
