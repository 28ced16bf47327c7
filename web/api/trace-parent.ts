/**
 * W3C traceparent values for calls, so that server spans of one click share a trace. Used where tracing is
 * on.
 */

const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** A new traceparent; random, so it does not identify the customer. */
export const newTraceParent = (): string => `00-${hex(16)}-${hex(8)}-01`
