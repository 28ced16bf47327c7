/**
 * What no body and no query of ours may hold, whatever its schema says: nesting that no call needs (T29), halves of
 * letters that no database takes, and marks that turn the direction of a line, so that it reads as it is not (T24).
 */

const deepest = 20
const turning = /[\u202A-\u202E\u2066-\u2069]/

function faultOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (!value.isWellFormed()) return 'holds half a letter'
  return turning.test(value) ? 'holds marks that turn a line round' : null
}

/** What is wrong, as a refusal says it; null when nothing is. Looks level by level, so that what it guards against cannot hurt it. */
export function notPlain(body: unknown): string | null {
  let level: unknown[] = [body]
  for (let depth = 0; depth <= deepest; depth += 1) {
    const below: unknown[] = []
    for (const value of level) {
      const fault = faultOf(value)
      if (fault !== null) return fault
      if (typeof value !== 'object' || value === null) continue
      for (const [key, inner] of Object.entries(value)) below.push(key, inner)
    }
    if (below.length === 0) return null
    level = below
  }
  return 'is nested too deep'
}
