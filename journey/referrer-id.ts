/** The id of the website that sent the customer (`partnerId` in a link), for sales counts. */

/** Replaces an id that is invalid or not configured. */
export const unknownReferrer = 'other'
export const noReferrer = 'none'

export const referrerIdPattern = /^[\w.-]{1,40}$/
export const isReferrerId = (text: string): boolean => referrerIdPattern.test(text)

/** An invalid id still shows that some website sent the customer. */
export const parseReferrerId = (text: string): string => (isReferrerId(text) ? text : unknownReferrer)
