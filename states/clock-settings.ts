/** The state book's fixed day, so that its pictures do not change from day to day, and the event that ends long waits. */

/** A Saturday in New Zealand. */
export const fixedDay = '2026-11-21'

/** The event that makes a state's page show its message for a slow look-up. */
export const slowLookupEvent = 'slow-lookup'
