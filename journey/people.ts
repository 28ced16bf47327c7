/** The people of a policy: drivers and policyholders, and the rules their names and contacts keep. */
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
export const mobileCodes = ['021', '022', '027', '028', '029', '020'] as const

export interface Policyholder {
  readonly title: Title
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: NzDay
  readonly email: string
  /** Digits with the code in front: '0211234567' */
  readonly mobile: string
}

export const maximumNameLength = 50
/** Letters of every language with their marks, space, hyphen, apostrophe straight or curly (D9). */
const namePattern = new RegExp(`^[\\p{L}\\p{M}' ’-]{1,${maximumNameLength}}$`, 'u')
export const isName = (text: string): boolean =>
  namePattern.test(text.normalize('NFC')) && /\p{L}/u.test(text)

/** ASCII before the @: most mail servers take no macron there, and what is sent would not arrive (decision 0048). */
const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/
export const maximumEmailLength = 100
/** The length is checked first, so that no pattern ever runs over a long text. */
export const isEmail = (text: string): boolean => text.length <= maximumEmailLength && emailPattern.test(text)

/**
 * Those whom nobody but the first policyholder has told us of, and whom we can reach: 1 is the second of the list. Who
 * shares the first one's e-mail has no address of their own.
 */
export function othersToNotify(policyholders: readonly Pick<Policyholder, 'email'>[]): number[] {
  const first = policyholders[0]?.email.toLowerCase()
  return policyholders.flatMap(({ email }, place) =>
    email !== '' && email.toLowerCase() !== first ? [place] : [],
  )
}

/** The digits after the code: 6 to 8 of them. */
export const isMobileNumber = (digits: string): boolean => /^\d{6,8}$/.test(digits)

/** A whole mobile as calls carry it, its code in front: '0211234567' */
export const isMobile = (text: string): boolean =>
  mobileCodes.some(code => text.startsWith(code) && isMobileNumber(text.slice(code.length)))

/**
 * What people paste as a mobile, split into code and number: '+64 21 123 4567' → ['021', '1234567'].
 * Null when no known code stands in front.
 */
export function splitMobile(text: string): readonly [code: string, number: string] | null {
  const digits = text.replace(/\D/g, '').replace(/^(?:0064|64)0?(?=2)/, '0')
  const code = mobileCodes.find(known => digits.startsWith(known))
  return code && digits.length > code.length + 4 ? [code, digits.slice(code.length)] : null
}
