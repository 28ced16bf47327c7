/** The access levels of a quote, the table of what each permits, and how long a session lasts, for the server. */

/** From the lowest to the highest; each includes the ones before it. A quote number alone gives no level. */
export const accessLevels = [
  /** By a link that was passed on; and for all former clients, once another person has saved other people or another home. */
  'VIEW_SUMMARY',
  /** The session typed the answers, the client confirmed a date of birth and postcode, or came by our e-mail of the quote. */
  'EDIT_QUOTE',
  /** The session bought the policy, or came by its e-mail; or a client without browser session registered the quote itself. */
  'VIEW_POLICY',
] as const
export type AccessLevel = (typeof accessLevels)[number]

export interface QuoteForAccess {
  readonly people_saved_at: Date | null
  readonly ownership_changed_at: Date | null
  readonly risk_address: unknown
}

/** A level permits something always (true), never (false), or while a condition of the quote holds. */
type Rule = boolean | ((quote: QuoteForAccess) => boolean)

const untilPeopleSaved = (quote: QuoteForAccess): boolean => quote.people_saved_at === null
/** While nothing is saved in the quote but the person that a partner registered. */
const untilAnswered = (quote: QuoteForAccess): boolean =>
  untilPeopleSaved(quote) && quote.ownership_changed_at === null && quote.risk_address === null

const permission = (VIEW_SUMMARY: Rule, EDIT_QUOTE: Rule, VIEW_POLICY: Rule) => ({
  VIEW_SUMMARY,
  EDIT_QUOTE,
  VIEW_POLICY,
})

export const accessTable = {
  /** See the car, the cover, the price and the status. */
  viewSummary: permission(true, true, true),
  /** See the person that a partner registered, to confirm the data. */
  viewRegisteredPerson: permission(untilAnswered, true, true),
  /** See names, dates of birth, addresses, contacts and incidents. */
  viewPeople: permission(false, true, true),
  /**
   * Change the answers and buy. With a link only until people are saved: otherwise its holder would get the people's data
   * with the policy, or replace the owner by typing another person.
   */
  editQuote: permission(untilPeopleSaved, true, true),
  emailQuote: permission(false, true, true),
  /** See the state of the card payments and try again to pay. */
  followPayment: permission(false, true, true),
  viewPolicy: permission(false, false, true),
}

export type Permission = keyof typeof accessTable

/** The access of a client to one quote. Without the quote's state, rules with a condition do not permit. */
export interface Access {
  readonly level: AccessLevel | null
  readonly quote?: QuoteForAccess
}

export function can({ level, quote }: Access, permission: Permission): boolean {
  if (level === null) return false
  const rule: Rule = accessTable[permission][level]
  return typeof rule === 'boolean' ? rule : quote !== undefined && rule(quote)
}

/** True if the level is that high or higher; null is no access. */
export const levelAtLeast = (level: AccessLevel | null, minimum: AccessLevel): boolean =>
  level !== null && accessLevels.indexOf(level) >= accessLevels.indexOf(minimum)

export const levelsBelow = (level: AccessLevel): AccessLevel[] =>
  accessLevels.slice(0, accessLevels.indexOf(level))

/** The maximum lifetime of a session or token in hours, even when it is active. */
export const sessionLifetimeHours = 8
