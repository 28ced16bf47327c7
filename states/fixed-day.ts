/** The day of the state book, so that its pictures are the same tomorrow: a Saturday in New Zealand. */
export const fixedDay = '2026-11-21'
