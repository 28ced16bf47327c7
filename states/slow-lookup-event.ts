/** The event that makes a state's page show its message for a slow lookup. */
export const slowLookupEvent = 'patience-ends'
