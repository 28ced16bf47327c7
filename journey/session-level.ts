/**
 * How well a browser session is known to a quote. PARTIAL and LINKED came by number or link and see no people;
 * CREATED typed the answers; VERIFIED confirmed a birth date and postcode; BOUGHT paid here.
 */
export const sessionLevels = ['PARTIAL', 'LINKED', 'CREATED', 'VERIFIED', 'BOUGHT'] as const
export type SessionLevel = (typeof sessionLevels)[number]

/** The same of a token that was got without a browser session and works alone; a number alone gets none. */
export const bearerLevels = ['LINKED', 'CREATED', 'VERIFIED', 'BOUGHT'] as const satisfies SessionLevel[]
export type BearerLevel = (typeof bearerLevels)[number]

export const levelAtLeast = (level: SessionLevel | null, wanted: SessionLevel): boolean =>
  level !== null && sessionLevels.indexOf(level) >= sessionLevels.indexOf(wanted)
