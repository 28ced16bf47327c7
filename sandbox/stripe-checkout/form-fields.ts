/** Parses the bracketed form fields of Stripe's library, such as `line_items[0][price_data][currency]=nzd`. */

type Tree = Map<string, string | Tree>

const maximumDepth = 8
const namePattern = /^(\w+)((?:\[\w+\])*)$/

/** Returns objects without prototypes and lists of strings; null if the names are invalid or contradictory. */
export function parseBracketedFields(fields: Readonly<Record<string, unknown>>): unknown {
  const root: Tree = new Map()
  for (const [name, value] of Object.entries(fields)) {
    const [, first, rest = ''] = namePattern.exec(name) ?? []
    if (first === undefined || typeof value !== 'string') return null
    const path = [first, ...[...rest.matchAll(/\[(\w+)\]/g)].map(([, key = '']) => key)]
    if (path.length > maximumDepth || !put(root, path, value)) return null
  }
  return plain(root)
}

function put(tree: Tree, [key = '', ...rest]: readonly string[], value: string): boolean {
  const there = tree.get(key)
  if (rest.length === 0) {
    if (there !== undefined) return false
    tree.set(key, value)
    return true
  }
  if (typeof there === 'string') return false
  const below: Tree = there ?? new Map()
  tree.set(key, below)
  return put(below, rest, value)
}

/** Converts a tree whose keys count from 0 to a list. */
function plain(tree: Tree): unknown {
  const entries = [...tree].map(
    ([key, value]) => [key, typeof value === 'string' ? value : plain(value)] as const,
  )
  if (entries.length > 0 && entries.every(([key], at) => key === String(at)))
    return entries.map(([, value]) => value)
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}
