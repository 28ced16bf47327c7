/** The session's maximum lifetime, for the server, the database's session look-up and the cookie notice. */

/** The maximum lifetime of a session or token in hours, even when it is active. */
export const sessionLifetimeHours = 8
