/** How deep a body may be nested: deeper than any call of ours needs, and than a recursive reader should ever have to go (T29). */

const deepest = 20

/** Looks level by level, so that what it guards against cannot hurt it. */
export function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap(value => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    if (level.length === 0) return false
  }
  return true
}
