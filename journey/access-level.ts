/**
 * Access levels: how much of a quote a browser session, or a token without a session, may see. LINKED: the
 * session came by a forwarded link, or knew the quote before other people's details were added; it sees no
 * people. CREATED: the session typed the answers. VERIFIED: it confirmed a date of birth and postcode, or
 * came by our e-mail of the quote. BOUGHT: it bound or paid, or came by the policy's e-mail. A quote
 * number alone gives no level.
 */
export const accessLevels = ['LINKED', 'CREATED', 'VERIFIED', 'BOUGHT'] as const
export type AccessLevel = (typeof accessLevels)[number]

export const levelAtLeast = (level: AccessLevel | null, wanted: AccessLevel): boolean =>
  level !== null && accessLevels.indexOf(level) >= accessLevels.indexOf(wanted)

/** The levels below this one. */
export const levelsBelow = (level: AccessLevel): AccessLevel[] =>
  accessLevels.slice(0, accessLevels.indexOf(level))

/** The maximum lifetime of a session or token in hours, even when it is active. */
export const sessionLifetimeHours = 8
