/** The format of a partner's id in its links, shared by pages, calls and configuration. */

/** Replaces a partner id that cannot be read or is not configured. */
export const otherPartner = 'other'
/** Stands for 'no partner' in sales counts. */
export const noPartner = 'none'

export const partnerIdPattern = /^[\w.-]{1,40}$/
export const isPartnerId = (text: string): boolean => partnerIdPattern.test(text)

/** An unreadable id still shows that a partner sent the customer. */
export const readPartnerId = (text: string): string => (isPartnerId(text) ? text : otherPartner)
