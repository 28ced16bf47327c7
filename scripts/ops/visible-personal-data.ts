/**
 * Selects the purchase data that a policyholder may see in their data report. The first policyholder sees
 * everything; another one sees the shared policy and their own data, not the others' answers or the bank
 * account (IPP 6).
 */
import type { YesNoAnswers } from '#db/json-columns.ts'
import { emailKey } from '#journey/email-address.ts'
import { type Driver, isSamePerson, type Policyholder } from '#journey/people.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import type { PolicyToBind } from '#partners/insurer/port.ts'
import { OpsError } from './command.ts'

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
    readonly indicators: YesNoAnswers | null
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
export type PersonQuery = Omit<PolicyToBind, 'idempotencyKey'>

export const isPerson = (holder: Policyholder, { email, dob }: Person): boolean =>
  emailKey(holder.email) === emailKey(email) && holder.dateOfBirth === dob

type IsThem = (one: Driver | Policyholder) => boolean

/**
 * Found by their e-mail they are told by name and birth date: an address that was wrong is put right in the policy alone,
 * and what was answered and asked before keeps the old one.
 */
function whoIs(person: Person, lists: readonly (readonly Policyholder[] | undefined)[]): IsThem {
  const found = lists.flatMap(holders => holders?.filter(holder => isPerson(holder, person)) ?? [])
  return one => found.some(holder => isSamePerson(holder, one))
}

/**
 * Another address may have been put in the place of this one in the policy, since its documents had gone to a stranger: who
 * has those knows the old one, and the birth date.
 */
function refuseReplaced({ policy }: Purchase, isThem: IsThem, person: Person): void {
  const holders = policy?.record.policyholders ?? []
  if (holders.some(holder => isPerson(holder, person)) || !holders.some(isThem)) return
  throw new OpsError(
    `In policy ${policy?.policy_number} this person has another address: it was replaced (mail-again). Nothing is printed: answer to the one that stands in the policy, and to no other.`,
  )
}

/** Throws where the person is asked for by an address that was replaced. */
export function visiblePersonalData(bought: Purchase, asked: PersonQuery | null, person: Person) {
  const { quote, policy, ...money } = bought
  const answered = quote.policyholders?.policyholders
  const isThem = whoIs(person, [answered, policy?.record.policyholders, asked?.policyholders])
  refuseReplaced(bought, isThem, person)
  const isFirstOf = ([first]: readonly Policyholder[]): boolean => first !== undefined && isThem(first)
  /** Who holds what became of the quote: it may have been bound for others than step 4 named, or without step 4. */
  const holders = (policy?.record ?? asked)?.policyholders ?? answered ?? []
  const share = {
    quote: isFirstOf(answered ?? holders) ? quote : ofQuote(quote, isThem),
    policy: policy && (isFirstOf(policy.record.policyholders) ? policy : ofPolicy(policy, isThem)),
    ...(isFirstOf(holders) ? money : {}),
  }
  if (!asked) return share
  return { ...share, asked: isFirstOf(asked.policyholders) ? asked : ofAsked(asked, isThem) }
}

/** Of people only the person themselves, as a policyholder and as a driver. */
const themselves = (
  isThem: IsThem,
  holders: readonly Policyholder[] = [],
  drivers: readonly Driver[] | null = [],
) => ({
  policyholders: holders.filter(isThem),
  drivers: drivers?.filter(isThem) ?? [],
})

/** Whom an answer is about: one for all who drive is of each of them. */
const isAbout: Readonly<Record<keyof YesNoAnswers, 'people' | 'car'>> = {
  businessUse: 'car',
  modified: 'car',
  criminalRecord: 'people',
}

/** Of the whole quote's answers those about people. */
export const recordOf = (indicators: YesNoAnswers | null) =>
  indicators &&
  Object.fromEntries(
    Object.entries(indicators).filter(([name]) => isAbout[name as keyof YesNoAnswers] === 'people'),
  )

function ofQuote(
  { quote_number, status, plate, created_at, valid_until, ...answers }: Purchase['quote'],
  isThem: IsThem,
) {
  const own = themselves(isThem, answers.policyholders?.policyholders, answers.drivers)
  return {
    ...{ quote_number, status, plate, created_at, valid_until },
    ...own,
    ...(own.drivers.length > 0 && recordOf(answers.indicators)),
  }
}

function ofPolicy(
  { policy_number, brand, issued_at, record }: NonNullable<Purchase['policy']>,
  isThem: IsThem,
) {
  const { payment: _, postalAddress: __, ...facts } = record
  const own = themselves(isThem, record.policyholders, record.drivers)
  return { policy_number, brand, issued_at, record: { ...facts, ...own } }
}

const ofAsked = ({ quoteNumber, plate, policyholders, insured }: PersonQuery, isThem: IsThem) => ({
  ...{ quoteNumber, plate },
  ...themselves(isThem, policyholders, insured?.drivers),
})
