/** What an e-mail address may be, for the fields that ask for one and for whoever sends to it. */

/**
 * ASCII before the @: most mail servers take no macron there, and what is sent would not arrive (decision 0048). They take
 * no dot there that is first, last or double. A domain ends in no number, and no part of it begins or ends with a hyphen.
 */
const emailPattern =
  /^(?!\.|.*\.([.@]|\d+$))[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?!-|.*(\.-|-\.|-$))[a-z\d-]+(\.[a-z\d-]+)+$/i
export const maximumEmailLength = 100
/** The length is checked first, so that no pattern ever runs over a long text. */
export const isEmail = (text: string): boolean => text.length <= maximumEmailLength && emailPattern.test(text)
