/** Drivers and policyholders, and the rules for their names. */
import type { NzDay } from './dates.ts'
import type { Incident, IncidentCount } from './incidents.ts'

export const driverPositions = ['Primary', 'Driver2', 'Driver3', 'Driver4', 'Driver5'] as const
type DriverPosition = (typeof driverPositions)[number]
export const maximumDrivers = 5
export const maximumPolicyholders = 5

export interface Driver {
  readonly type: DriverPosition
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: NzDay
  readonly incidentCount: IncidentCount
  readonly incidents: readonly Incident[]
}

export const titles = ['Mr', 'Ms', 'Mrs'] as const
type Title = (typeof titles)[number]
export const applicantTypes = ['Private', 'Business'] as const
export type ApplicantType = (typeof applicantTypes)[number]

export interface Policyholder {
  readonly title: Title
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: NzDay
  readonly email: string
  /** Digits with the prefix first: '0211234567' */
  readonly mobile: string
}

/** Characters that keyboards and programs write for an apostrophe. */
const apostrophes =
  /[`\u00B4\u02B9\u02BC\u02BD\u02C8\u02CA\u02CB\u0384\u055A\u05F3\u07F4\u07F5\u1FBD\u1FBF\u1FFE\u2018\u201B\u2032\u2035\u275B\u275C\uFF07\uFF40]/g
const hyphens = /[\p{Pd}\u2043\u2212]/gu
/** Blanks of other scripts that Unicode counts as letters or symbols: Hangul fillers, empty Braille, Egyptian blanks. */
const blanks = /[\s\u115F\u1160\u2800\u3164\uFFA0\u{13441}\u{13442}]+/gu

/**
 * A stored name: NFC, single blanks, no invisible marks, hyphen '-'; odd apostrophes become curly. ʻOkina and macron
 * stay.
 */
export const normalizeName = (text: string): string =>
  text
    .replace(/\p{Cf}|\u034F/gu, '')
    .normalize('NFC')
    .replace(blanks, ' ')
    .replace(hyphens, '-')
    .replace(apostrophes, '’')
    .trim()

/** Equal for the same words, whatever their capitals, apostrophes (an ʻokina too), hyphens and blanks. Never shown or stored. */
export const nameKey = (text: string): string =>
  normalizeName(text)
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[’\u02BB\u02BE\u02BF\uA78B\uA78C]/g, "'")
    .replace(/ ?([-']) ?/g, '$1')
    .toUpperCase()
    .normalize('NFC')

type Named = Pick<Policyholder, 'firstName' | 'lastName' | 'dateOfBirth'>

/** Comparison key of a person: only name and date of birth distinguish drivers and policyholders. */
export const personKey = ({ firstName, lastName, dateOfBirth }: Named): string =>
  `${nameKey(`${firstName} ${lastName}`)} ${dateOfBirth}`

export const isSamePerson = (one: Named, other: Named): boolean => personKey(one) === personKey(other)

export const maximumNameLength = 50

export const isBlankName = (text: string): boolean => !/[^\p{M} '-]/u.test(nameKey(text))

/** Letters of every language with their marks, space, hyphen, apostrophe straight or curly. */
const namePattern = new RegExp(`^[\\p{L}\\p{M}' ’-]{1,${maximumNameLength}}$`, 'u')
export const isName = (text: string): boolean => namePattern.test(normalizeName(text)) && !isBlankName(text)
