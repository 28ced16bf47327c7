/** Finds words with one typing error: index keys of known words, lookup keys of typed words, and the comparison. */

/** Shorter words have too many neighbours for a guess to help. */
const shortestWord = 4
const longestStart = 8

const withoutOneLetter = (word: string): string[] =>
  Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))

const keysOf = (start: string): string[] => [start, ...withoutOneLetter(start)]

/** Index keys of a known word, for each of its prefixes, because searches run while the word is typed. */
export function typoIndexKeys(word: string): string[] {
  const keys = new Set<string>()
  for (let length = shortestWord; length <= Math.min(word.length, longestStart); length += 1)
    for (const key of keysOf(word.slice(0, length))) keys.add(key)
  return [...keys]
}

/** Lookup keys of a typed word; none for a word that is too short. */
export function typoLookupKeys(typed: string): string[] {
  if (typed.length < shortestWord) return []
  return [...new Set(keysOf(typed.slice(0, longestStart)))]
}

/** True when the typed text is at most one error away from the word or a prefix of it. */
export function isWithinOneEditOfPrefix(typed: string, word: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  const rest = typed.slice(same)
  const wanted = word.slice(same)
  const [first = '', second = ''] = rest
  return (
    wanted.startsWith(rest.slice(1)) ||
    wanted.slice(1).startsWith(rest) ||
    wanted.slice(1).startsWith(rest.slice(1)) ||
    wanted.startsWith(second + first + rest.slice(2))
  )
}
