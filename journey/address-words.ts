/** The words of an address: their forms, joined words, codes of street suffixes, and comparison despite one typing error. */
import shortForms from './address-short-forms.json' with { type: 'json' }

const shortOf: ReadonlyMap<string, string> = new Map(Object.entries(shortForms))

// Place names are written either way. The files that we read have street types in full.
const longOf: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['mt', 'mount'],
])

/** 'street' → 'st'; a word without a shorter form is returned unchanged. */
export const shortForm = (word: string): string => shortOf.get(word) ?? word

const allForms: ReadonlySet<string> = new Set(Object.entries(shortForms).flat())

/** True for a word that has a short form, and for a short form: 'street', 'st'. */
export const isAbbreviableWord = (word: string): boolean => allForms.has(word)

/** Every form a word may be typed in: 'street' → ['street', 'st'], 'st' → ['st', 'saint']. */
export const wordForms = (word: string): string[] => [
  ...new Set([word, shortForm(word), longOf.get(word) ?? word]),
]

/** At most this many words are joined to one name: four, for 'Te Ika a Māui'. */
export const mostJoinedWords = 4
const isName = (word: string): boolean => /^\p{L}+$/u.test(word)

/** Words joined with the words after them, from one position: 'Te Atatu' is also 'Teatatu'. */
export const joinedWordRuns = (words: readonly string[], from: number): string[] =>
  Array.from({ length: mostJoinedWords - 1 }, (_, index) => words.slice(from, from + index + 2))
    .filter((run, index) => run.length === index + 2 && run.every(isName))
    .map(run => run.join(''))

/** Each word, alone and joined with its neighbours: the address book may have 'Teatatu' for 'te atatu'. */
export function wordsAndJoinedRuns(words: readonly string[]): string[][] {
  const forms = words.map(word => [word])
  for (const from of words.keys())
    for (const [index, run] of joinedWordRuns(words, from).entries())
      for (const held of forms.slice(from, from + index + 2)) held.push(run)
  return forms
}

/** Street suffixes, which follow a street's name and type, by their codes in addresses (street_suffixes.csv). */
const suffixNames: ReadonlyMap<string, string> = new Map([
  ['N', 'North'],
  ['S', 'South'],
  ['E', 'East'],
  ['W', 'West'],
  ['NE', 'North East'],
  ['NW', 'North West'],
  ['SE', 'South East'],
  ['SW', 'South West'],
  ['UP', 'Upper'],
  ['LR', 'Lower'],
  ['CN', 'Central'],
  ['EX', 'Extension'],
])

const suffixCodes: ReadonlyMap<string, string> = new Map(
  [...suffixNames].map(([code, name]) => [name.toLowerCase(), code]),
)

/** 'East' → 'E'; '' for anything that is no suffix. */
export const streetSuffixCode = (name: string): string => suffixCodes.get(name.toLowerCase()) ?? ''

/** 'E' → 'East'; '' for anything that is no code. */
export const streetSuffixName = (code: string): string => suffixNames.get(code) ?? ''

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
