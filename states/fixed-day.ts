/**
 * The fixed day of the state book, a Saturday in New Zealand, so that its screenshots do not change from day
 * to day.
 */
export const fixedDay = '2026-11-21'
