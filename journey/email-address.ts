/** What an e-mail address may be, for the fields that ask for one and for whoever sends to it. */

/** ASCII before the @: most mail servers take no macron there, and what is sent would not arrive (decision 0048). */
const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/
export const maximumEmailLength = 100
/** The length is checked first, so that no pattern ever runs over a long text. */
export const isEmail = (text: string): boolean => text.length <= maximumEmailLength && emailPattern.test(text)
