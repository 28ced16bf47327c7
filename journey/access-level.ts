/**
 * How well a browser session, or a token that works without one, is known to a quote. LINKED came by a link that was
 * passed on, or knew the quote before others brought in their people, and sees no people; CREATED typed the answers;
 * VERIFIED confirmed a birth date and postcode, or came by our mail of the quote; BOUGHT bound or paid here, or came by
 * the policy's mail. A number alone gives none.
 */
export const accessLevels = ['LINKED', 'CREATED', 'VERIFIED', 'BOUGHT'] as const
export type AccessLevel = (typeof accessLevels)[number]

export const levelAtLeast = (level: AccessLevel | null, wanted: AccessLevel): boolean =>
  level !== null && accessLevels.indexOf(level) >= accessLevels.indexOf(wanted)

/** The levels that this one is more than. */
export const levelsBelow = (level: AccessLevel): AccessLevel[] =>
  accessLevels.slice(0, accessLevels.indexOf(level))

/** A session, and a token, end after so many hours however busy they are. */
export const sessionLifetimeHours = 8
