/** The people of a policy: drivers and policyholders, and the rule their names keep. */
import type { NzDay } from './dates.ts'
import type { Incident, IncidentCount } from './incidents.ts'

export const driverTypes = ['Primary', 'Driver2', 'Driver3', 'Driver4', 'Driver5'] as const
export type DriverType = (typeof driverTypes)[number]
export const maximumDrivers = 5
export const maximumPolicyholders = 5

export interface Driver {
  readonly type: DriverType
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: NzDay
  readonly incidentCount: IncidentCount
  readonly incidents: readonly Incident[]
}

export const titles = ['Mr', 'Ms', 'Mrs'] as const
export type Title = (typeof titles)[number]
export const applicantTypes = ['Private', 'Business'] as const
export type ApplicantType = (typeof applicantTypes)[number]

export interface Policyholder {
  readonly title: Title
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: NzDay
  readonly email: string
  /** Digits with the code in front: '0211234567' */
  readonly mobile: string
}

type Named = Pick<Policyholder, 'firstName' | 'lastName' | 'dateOfBirth'>

const nameOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.toLowerCase()

/** A driver and a policyholder are told apart by nothing else. */
export const isSamePerson = (one: Named, other: Named): boolean =>
  nameOf(one) === nameOf(other) && one.dateOfBirth === other.dateOfBirth

export const maximumNameLength = 50
/** Letters of every language with their marks, space, hyphen, apostrophe straight or curly (D9). */
const namePattern = new RegExp(`^[\\p{L}\\p{M}' ’-]{1,${maximumNameLength}}$`, 'u')
export const isName = (text: string): boolean =>
  namePattern.test(text.normalize('NFC')) && /\p{L}/u.test(text)

type Reached = Pick<Policyholder, 'email'>

export const shareEmail = (one: Reached, other: Reached): boolean =>
  one.email.toLowerCase() === other.email.toLowerCase()

/**
 * Those whom nobody but the first policyholder has told us of, and whom we can reach: 1 is the second of the list. Who
 * shares the first one's e-mail has no address of their own; of others who share one, the first is written to for all.
 */
export const othersToNotify = (policyholders: readonly Reached[]): number[] =>
  policyholders.flatMap((holder, place) => {
    const firstThere = policyholders.findIndex(other => shareEmail(other, holder))
    return place > 0 && holder.email !== '' && firstThere === place ? [place] : []
  })
