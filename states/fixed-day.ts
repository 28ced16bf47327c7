/** The day of the state book, so that its pictures are the same tomorrow: a Saturday in New Zealand. */
export const bookDay = '2026-11-21'
