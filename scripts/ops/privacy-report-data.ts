/**
 * Selects the data that a policyholder may see in their data report, for find-person.ts. The first policyholder sees
 * everything, another one only the shared policy and their own data. Information Privacy Principle 6 (IPP 6) of the Privacy
 * Act gives them this right.
 */
import * as z from 'zod/mini'
import {
  type Stored,
  storedDriver,
  storedIndicators,
  storedPolicyholder,
} from '#journey/database-json-schemas.ts'
import { emailKey } from '#journey/email-address.ts'
import { type Driver, isSamePerson, type Policyholder } from '#journey/people.ts'
import { policyRecordSchema } from '#journey/policy-record.ts'
import { type Indicators, mapIndicatorsAbout } from '#journey/questions/yes-no-questions.ts'
import type { PolicyToBind } from '#partners/insurer/port.ts'
import { CommandError } from '../command.ts'

export interface Person {
  readonly email: string
  readonly dob: string
}

/** A purchase as the database returns it, with all its columns; the shape names only those used here. */
export const purchaseShape = z.looseObject({
  quote: z.looseObject({
    quote_number: z.nullable(z.string()),
    status: z.string(),
    plate: z.string(),
    created_at: z.string(),
    valid_until: z.nullable(z.string()),
    drivers: z.nullable(z.array(storedDriver)),
    indicators: z.nullable(storedIndicators),
    policyholders: z.nullable(z.looseObject({ policyholders: z.array(storedPolicyholder) })),
  }),
  policy: z.nullable(
    z.looseObject({
      policy_number: z.string(),
      brand: z.string(),
      issued_at: z.string(),
      record: policyRecordSchema,
    }),
  ),
})
export type Purchase = Stored<typeof purchaseShape>

/** The bind request that may be shown: without our idempotency key. */
export type BindRequestData = Omit<PolicyToBind, 'idempotencyKey'>

export const matchesPerson = (policyholder: Policyholder, { email, dob }: Person): boolean =>
  emailKey(policyholder.email) === emailKey(email) && policyholder.dateOfBirth === dob

type IsThem = (one: Driver | Policyholder) => boolean

/**
 * Finds the person by e-mail and returns a test by name and birth date: a wrong address is corrected in the policy only,
 * so the quote and the bind request still have the old one.
 */
function whoIs(person: Person, lists: readonly (readonly Policyholder[] | undefined)[]): IsThem {
  const found = lists.flatMap(
    policyholders => policyholders?.filter(policyholder => matchesPerson(policyholder, person)) ?? [],
  )
  return one => found.some(policyholder => isSamePerson(policyholder, one))
}

/**
 * Throws if the person's address was corrected in the policy: a stranger who got the documents at the old address also
 * knows the birth date.
 */
function refuseReplaced({ policy }: Purchase, isThem: IsThem, person: Person): void {
  const policyholders = policy?.record.policyholders ?? []
  if (policyholders.some(policyholder => matchesPerson(policyholder, person)) || !policyholders.some(isThem))
    return
  throw new CommandError(
    `In policy ${policy?.policy_number} this person has another e-mail address, which replaced this one (mail-again). Answer only to that address.`,
  )
}

/** Throws if the person is requested by an address that was replaced. */
export function privacyReportData(bought: Purchase, asked: BindRequestData | null, person: Person) {
  const { quote, policy, ...money } = bought
  const answered = quote.policyholders?.policyholders
  const isThem = whoIs(person, [answered, policy?.record.policyholders, asked?.policyholders])
  refuseReplaced(bought, isThem, person)
  const isFirstOf = ([first]: readonly Policyholder[]): boolean => first !== undefined && isThem(first)
  /** The policy or bind request may name other people than step 4. */
  const policyholders = (policy?.record ?? asked)?.policyholders ?? answered ?? []
  const share = {
    quote: isFirstOf(answered ?? policyholders) ? quote : ofQuote(quote, isThem),
    policy: policy && (isFirstOf(policy.record.policyholders) ? policy : ofPolicy(policy, isThem)),
    ...(isFirstOf(policyholders) ? money : {}),
  }
  if (!asked) return share
  return { ...share, asked: isFirstOf(asked.policyholders) ? asked : ofAsked(asked, isThem) }
}

/** Only the person's own entries among policyholders and drivers. */
const themselves = (
  isThem: IsThem,
  policyholders: readonly Policyholder[] = [],
  drivers: readonly Driver[] | null = [],
) => ({
  policyholders: policyholders.filter(isThem),
  drivers: drivers?.filter(isThem) ?? [],
})

/** The answers about all drivers, which are personal data of each of them. */
export const driverIndicators = (answers: Indicators | null) =>
  answers && mapIndicatorsAbout('drivers', name => answers[name])

function ofQuote(
  { quote_number, status, plate, created_at, valid_until, ...answers }: Purchase['quote'],
  isThem: IsThem,
) {
  const own = themselves(isThem, answers.policyholders?.policyholders, answers.drivers)
  return {
    quote_number,
    status,
    plate,
    created_at,
    valid_until,
    ...own,
    ...(own.drivers.length > 0 && driverIndicators(answers.indicators)),
  }
}

function ofPolicy(
  { policy_number, brand, issued_at, record }: NonNullable<Purchase['policy']>,
  isThem: IsThem,
) {
  const { payment: _, postalAddress: __, indicators: ___, ...fields } = record
  const own = themselves(isThem, record.policyholders, record.drivers)
  return { policy_number, brand, issued_at, record: { ...fields, ...own } }
}

const ofAsked = ({ quoteNumber, plate, policyholders, insured }: BindRequestData, isThem: IsThem) => ({
  quoteNumber,
  plate,
  ...themselves(isThem, policyholders, insured?.drivers),
})
