/** Two public constants that the specification asks browsers to send. They ship in the page, so they open nothing (EDGE-16). */

/** The fixed Authorization value of the pass-through calls. */
export const passThroughValue = 'Basic b3BlbnJvYWQ6cGFzcy10aHJvdWdo'

/** Sent instead of a captcha token once the visible check was passed; worth nothing without the server's own record. */
export const verifiedMarker = 'AUTHENTICATED_V2'
