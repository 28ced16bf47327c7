/**
 * How well a browser session is known to a quote. PARTIAL and LINKED came by number or link and see no people;
 * CREATED typed the answers; VERIFIED confirmed a birth date and postcode; BOUGHT paid here.
 */
export const sessionLevels = ['PARTIAL', 'LINKED', 'CREATED', 'VERIFIED', 'BOUGHT'] as const
export type SessionLevel = (typeof sessionLevels)[number]

export const levelAtLeast = (level: SessionLevel | null, wanted: SessionLevel): boolean =>
  level !== null && sessionLevels.indexOf(level) >= sessionLevels.indexOf(wanted)
