/** Parses and validates New Zealand mobile numbers: a code from a list and the digits after it. */
import { digitRuns } from './typed-text.ts'

export const mobilePrefixes = ['021', '022', '027', '028', '029', '020'] as const

/** The digits after the code: 6 to 8 of them. */
export const isSubscriberNumber = (digits: string): boolean => /^\d{6,8}$/.test(digits)

/** A complete mobile number as calls carry it, with its code first: '0211234567' */
export const isMobileNumber = (text: string): boolean =>
  mobilePrefixes.some(code => text.startsWith(code) && isSubscriberNumber(text.slice(code.length)))

/** In front of a mobile: +64 or 0064, where people write the 0 in brackets, or the 0; of nine digits and more it may be left out. */
const national = /^(?:(?:00)?640?|0)(2\d{7,9})$|^(2\d{8,9})$/
const international = /^640?(2\d{7,9})$/

function mobileIn(run: string): string | null {
  const match = (run.startsWith('+') ? international : national).exec(run.replace(/\D/g, ''))
  const mobile = `0${match?.[1] ?? match?.[2] ?? ''}`
  return isMobileNumber(mobile) ? mobile : null
}

/**
 * The one mobile in a text that was pasted, split into code and number: 'Mobile: +64 (0)21 123 4567' → ['021', '1234567'].
 * Null where there is none, or more than one.
 */
export function splitMobile(text: string): readonly [code: string, number: string] | null {
  const [mobile, ...others] = new Set(digitRuns(text).flatMap(run => mobileIn(run) ?? []))
  return mobile && others.length === 0 ? [mobile.slice(0, 3), mobile.slice(3)] : null
}
