/** The format of a partner's id in its links, shared by pages, calls and configuration. */

/** Replaces a partner id that cannot be read or is not configured. */
export const unknownReferrer = 'other'
/** Stands for 'no partner' in sales counts. */
export const noReferrer = 'none'

export const referrerIdPattern = /^[\w.-]{1,40}$/
export const isReferrerId = (text: string): boolean => referrerIdPattern.test(text)

/** An unreadable id still shows that a partner sent the customer. */
export const parseReferrerId = (text: string): string => (isReferrerId(text) ? text : unknownReferrer)
