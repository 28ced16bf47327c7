/** New Zealand mobile numbers: parsing and validation of a prefix ('021') and the digits after it. */
import { digitRuns, toHalfWidth } from './typed-text.ts'

export const mobilePrefixes = ['021', '022', '027', '028', '029', '020'] as const

export const isSubscriberNumber = (digits: string): boolean => /^\d{6,8}$/.test(digits)

/** True for a complete mobile number as calls contain it: '0211234567'. */
export const isMobileNumber = (text: string): boolean =>
  mobilePrefixes.some(code => text.startsWith(code) && isSubscriberNumber(text.slice(code.length)))

/** Before the number: +64, 0064 or 0, perhaps with a 0 in brackets. The 0 may be missing if nine or more digits follow. */
const national = /^(?:(?:00)?640?|0|(?=2\d{8}))(2\d{7,9})$/
const international = /^640?(2\d{7,9})$/

/** '021 123 4567 (2)' or '2. 029 123 456': a digit apart, which would give another number. */
const digitApart = /^2\D|\d\d\D+\d$/

function mobileIn(run: string): string | null {
  if (digitApart.test(run)) return null
  const match = (run.startsWith('+') ? international : national).exec(run.replace(/\D/g, ''))
  const mobile = `0${match?.[1] ?? ''}`
  return isMobileNumber(mobile) ? mobile : null
}

/** Removes what would continue the number before it: the digits of '9am' or '2nd', and the slash in ' / 09 123 4567'. */
const withoutContinuation = (text: string): string =>
  text.replace(/\/ \(?0/g, ';0').replace(/(?<!\d)\d{1,2}(?=(?:am|pm|st|nd|rd|th)\b)/gi, '')

/** 'Mobile: +64 (0)21 123 4567' → ['021', '1234567']; null if there is no mobile number in the text, or two. */
export function splitMobile(text: string): readonly [code: string, number: string] | null {
  const runs = digitRuns(withoutContinuation(toHalfWidth(text)))
  const [mobile, ...others] = new Set(runs.flatMap(run => mobileIn(run) ?? []))
  return mobile && others.length === 0 ? [mobile.slice(0, 3), mobile.slice(3)] : null
}
