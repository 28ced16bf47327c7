/** The event by which a state's page is told that its visitor has waited longer than they should. */
export const slowLookupEvent = 'patience-ends'
