/** The mark a call carries where this installation records traces: what follows it on the server belongs to this click. */

const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** A new W3C trace context; random, so it says nothing about who clicked. */
export const newTraceParent = (): string => `00-${hex(16)}-${hex(8)}-01`
