/**
 * The access levels of a quote, and the table of what each level permits. The server checks a permission with `can`;
 * server/access/access-control.ts finds the level of a client.
 */

/**
 * Named by what they permit, from the lowest to the highest; each includes the ones before it. A quote
 * number alone gives no level.
 */
export const accessLevels = ['VIEW_SUMMARY', 'EDIT_QUOTE', 'VIEW_POLICY'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** How a client usually gets a level, for the documentation. */
export const accessLevelSources: Readonly<Record<AccessLevel, string>> = {
  VIEW_SUMMARY:
    'A link that was passed on. Also every former access, once another person has saved other people or another home in the quote.',
  EDIT_QUOTE:
    'The session typed the answers, the client confirmed a date of birth and postcode, or it came by our e-mail of the quote.',
  VIEW_POLICY:
    'The session bought the policy, or the client came by the e-mail of the policy. A client without a browser session has it for the quote that it registered itself.',
}

/** The part of a quote that the conditions of the table read. */
export interface QuoteState {
  readonly people_saved_at: Date | null
  readonly ownership_changed_at: Date | null
  readonly risk_address: unknown
}

/** Conditions of the table. */
export const accessConditions = {
  untilPeopleSaved: {
    says: 'while no people are saved in the quote',
    holds: (quote: QuoteState): boolean => quote.people_saved_at === null,
  },
  untilAnswered: {
    says: 'while nothing is saved in the quote but the person that a partner registered',
    holds: (quote: QuoteState): boolean =>
      quote.people_saved_at === null && quote.ownership_changed_at === null && quote.risk_address === null,
  },
} as const

type Rule = 'always' | 'never' | keyof typeof accessConditions

const permission = (says: string, VIEW_SUMMARY: Rule, EDIT_QUOTE: Rule, VIEW_POLICY: Rule) => ({
  says,
  VIEW_SUMMARY,
  EDIT_QUOTE,
  VIEW_POLICY,
})

/** One row for each permission, with one rule for each level from the lowest to the highest. */
export const accessTable = {
  viewSummary: permission('see the car, the cover, the price and the status', 'always', 'always', 'always'),
  viewRegisteredPerson: permission(
    'see the person that a partner registered, to confirm the data',
    'untilAnswered',
    'always',
    'always',
  ),
  viewPeople: permission(
    'see names, dates of birth, addresses, contacts and incidents',
    'never',
    'always',
    'always',
  ),
  // Otherwise the holder of a link would get the people's data with the policy, or replace the owner by
  // typing another person.
  editQuote: permission('change the answers and buy', 'untilPeopleSaved', 'always', 'always'),
  emailQuote: permission('have the quote sent by e-mail', 'never', 'always', 'always'),
  followPayment: permission(
    'see the state of the card payments and try again to pay',
    'never',
    'always',
    'always',
  ),
  viewPolicy: permission('see the policy and its documents', 'never', 'never', 'always'),
}

export type Permission = keyof typeof accessTable

/** The access of a client to one quote. Without the quote's state, rules with a condition do not permit. */
export interface Access {
  readonly level: AccessLevel | null
  readonly quote?: QuoteState
}

/** True if the level permits it. */
export function can({ level, quote }: Access, permission: Permission): boolean {
  if (level === null) return false
  const rule: Rule = accessTable[permission][level]
  if (rule === 'always' || rule === 'never') return rule === 'always'
  return quote !== undefined && accessConditions[rule].holds(quote)
}

/** True if the level is that high or higher; null is no access. */
export const levelAtLeast = (level: AccessLevel | null, minimum: AccessLevel): boolean =>
  level !== null && accessLevels.indexOf(level) >= accessLevels.indexOf(minimum)

/** The levels below this one. */
export const levelsBelow = (level: AccessLevel): AccessLevel[] =>
  accessLevels.slice(0, accessLevels.indexOf(level))

/** The maximum lifetime of a session or token in hours, even when it is active. */
export const sessionLifetimeHours = 8
