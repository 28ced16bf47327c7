/** The format of a partner's id in its links, shared by pages, calls and configuration. */

/** What stands for a partner whose id cannot be read or is not configured. */
export const otherPartner = 'other'
/** What stands for no partner where sales are counted. */
export const noPartner = 'none'

export const partnerIdPattern = /^[\w.-]{1,40}$/
export const isPartnerId = (text: string): boolean => partnerIdPattern.test(text)

/** An id that cannot be read still says that a partner sent the customer. */
export const readPartnerId = (text: string): string => (isPartnerId(text) ? text : otherPartner)
