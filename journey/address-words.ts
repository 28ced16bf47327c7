/** The normalised words of address text, for the address book and typed searches, also with one typing error. */
import shortForms from './address-short-forms.json' with { type: 'json' }
import { toHalfWidth } from './typed-text.ts'

const shortOf: ReadonlyMap<string, string> = new Map(Object.entries(shortForms))

// Place names are written either way. The files that we read have street types in full.
const longOf: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['mt', 'mount'],
])

/** Names and abbreviations of the customer's unit_types.csv, and what else people write. 'Flat 3' and 'F3' are both '3/'. */
const unitNames =
  `apartment|apartm|apartmt|aptmt|appt|apt|ap|unit|unt|un|u|flat|flt|f|villa|vlla|vla|townhouse|town house|tnhs|twnhse|
  house|hse|cottage|ctge|cott|studio|std|stu|penthouse|pthse|pths|duplex|dup|maisonette|msnt|room|rm|block|blck|blk|suite|ste|se|
  shop|shp|store|office|offc|ofc|off|kiosk|ksk|stall|stll|site|shed|ward|workshop|wksh|carpark|car park|carp|lot|building|bldg|tenancy|tncy|
  factory|fcty|warehouse|whse|garage|gge|cabin|chalet|sleepout|bach|dwelling`.replace(/\s*\n\s*/g, '')
/** Units that need no number before a street number: 'Penthouse, 12 Queen Street', 'Penthouse 12 Queen Street'. */
const soleUnits = unitNames
  .split('|')
  .filter(name => name.length > 4 || ['flat', 'unit', 'shop', 'shed'].includes(name))

/** Levels without a number, by the code they are compared by (level_types.csv). */
const soleLevels: readonly (readonly [code: string, names: readonly string[]])[] = [
  ['LG', 'lower ground floor|lower ground level|lower ground'],
  ['UG', 'upper ground floor|upper ground level|upper ground'],
  ['G', 'ground floor|ground level|ground flr|grnd floor|grd floor|gnd floor|g floor|g/f|gf|ground'],
  ['B', 'basement floor|basement level|basement|bsmt'],
  ['M', 'mezzanine floor|mezzanine level|mezzanine|mezz'],
  ['P', 'podium level|podium'],
  ['RT', 'rooftop|roof top|roof'],
  ['OD', 'observation deck'],
].map(([code = '', names = '']) => [code, names.split('|')])

/** The names of a level without a number: 'G' is 'ground floor', 'B1' the first 'basement'; none for '5'. */
export function unnumberedLevel(level: string): {
  readonly names: readonly string[]
  readonly number: string
} {
  const [, code, number = ''] = /^([A-Z]+)(\d*)$/.exec(level) ?? []
  return { names: soleLevels.find(([known]) => known === code)?.[1] ?? [], number }
}

// Between a word and its number: 'Unit 3', 'Unit3', 'Apt. 3', 'Flat No. 3', 'Shop #3'.
const gap = String.raw`(?=[\s.#\d])[\s.#]*(?:(?:no|number)(?![a-z])[\s.#]*)?`
// The separator before a street number: a slash, a comma, a blank, a dash or another sign.
const before = String.raw`[\s,;:.|)/-]+`
const identifier = String.raw`[a-z]{0,2}\d{1,5}[a-z]{0,2}(?:-\d{1,5}[a-z]?)?|[a-z]`
// 'Bay 3', but not the 'Bay' of 'Mission Bay 3'.
const unit = String.raw`(?:\b(?:${unitNames}|(?<![a-z] )(?:bay|th|ph))s?${gap}|#\s*)`

// 'Flat F3' is 'Flat 3'.
const spokenUnit = new RegExp(String.raw`${unit}(?:[fu](?=\d))?(${identifier})${before}(?=\d)`, 'g')
const soleNames = soleUnits.join('|')
const soleUnit = new RegExp(String.raw`(?<=^|,)\s*(${soleNames})[\s,]+(?=\d)`, 'g')
const behindLevel = String.raw`(?=\d|[a-z]{1,2}\d|[a-z]\/\d|${unit}(?:[a-z]?\d|[a-z]\b))`
const spokenLevel = new RegExp(
  String.raw`\b(?:level|levl|lvl|lev|lv|l|floor|flr|flo|fl)${gap}([a-z]{0,2}\d{1,3}[a-z]?|[a-z]{1,2})${before}${behindLevel}`,
)
const ordinalLevel = new RegExp(
  String.raw`\b(\d{1,2})(?:st|nd|rd|th)\s+(?:floor|level|lvl|flr|fl)${before}${behindLevel}`,
)
const spokenSoleLevel = new RegExp(
  String.raw`\b(${soleLevels.flatMap(([, names]) => names).join('|')})(?:\s*(\d{1,2}))?${before}${behindLevel}`,
)

const highway = '(?:highway|hiway|hway|hgwy|hwy)'
// 'SH1', 'S.H. 1', 'State Hwy 1'; 'Highway 1' at the start of a line, after a comma or after a street number.
const stateHighway = new RegExp(
  String.raw`(?:\bs[./]?\s?h(?:wy|way)?|\bst(?:ate)?\b[.\s-]*${highway}|\bstate${highway}|(?<=^|[\d,][a-z]?\s*)\b${highway})(?=[\s.#\d-])[\s.#-]*(?:(?:no|number)\b[\s.]*)?0?(\d{1,2}[a-z]?)\b`,
  'g',
)

const ruralDelivery =
  /\b(?:rural\s+del(?:ivery)?|r[\s./]*d)(?=[\s.:#\d-])[\s.:#-]*(?:(?:no|number)\b[\s.#]*)?(\d{1,2})\b(?!\s*\/)/g
const country = /(?:^|[ ,/(|-]+)(?:aotearoa|new[ -]?z[a-z]*|n\.? ?z(?:ealand|\.?l?))[ ,/()|.-]*(\d{4})? ?$/

// 'First Floor', 'Level Two', 'Flat Three'
const ordinals = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth'
const numerals = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const ordinalWord = new RegExp(String.raw`\b(${ordinals})(?=\s+(?:floor|level|lvl|flr|fl)\b)`)
const numeralWord = new RegExp(
  String.raw`(?<=\b(?:level|lvl|floor|${unitNames})\s+)(${numerals})(?=${before}(?:\d|(?:${unitNames})\b))`,
  'g',
)
/** 'third' → 3 */
const numberOf = (word: string, words: string): number => words.split('|').indexOf(word) + 1
// 'No. 12 Queen Street', also behind a comma, but not 'No 1' or 'No 1 Road', which are names.
const numberWord = /(^|,)\s*(?:(?:no|number)\b|№)[\s.:]*(?=\d)(?!\d+(?:\s+(?:road|rd|line)\b|$))/
// '12 A Queen Street', '3, 210 Dominion Road'
const spacedLetter = /(?<=\d) (?=[abc] [a-z]{2})(?!. (?:road|rd|street|st)\b)/
const unitComma = /^\s*(\d+[a-z]?),\s*(?=\d+[a-z]? [a-z])/

/** Other short forms, read as the usual word. */
const usualWords: ReadonlyMap<string, string> = new Map([
  ['gt', 'great'],
  ['nth', 'north'],
  ['sth', 'south'],
  ['cbd', 'central'],
])

const wordPattern = /[\p{L}\p{N}/-]+/gu

/** Lower case without marks, with one kind of dash and of blank. */
const plainText = (text: string): string =>
  toHalfWidth(text)
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}'’‘ʻʼ`´]/gu, '')
    .replace(/[\\⁄∕]/g, '/')
    .replace(/\p{Pd}|−/gu, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase()

/** True in 'Smith Road RD 3', 'Smith Road, RD 3' and '12 Smith Rd 3'. In 'Smith Rd 12', 12 is a street number. */
const isRuralDelivery = (written: string, ahead: string): boolean =>
  !/^rd[.\s]/.test(written) || /\d|(?:^|,|\b(?:road|rd|street|st|drive|dr|lane|ln))[\s.]*$/.test(ahead)

const replaceRuralDelivery = (text: string, by: (number: string) => string, ahead = ''): string =>
  text.replace(ruralDelivery, (written: string, number: string, at: number) =>
    isRuralDelivery(written, ahead + text.slice(0, at)) ? by(String(Number(number))) : written,
  )

const withoutCountry = (text: string): string => text.replace(country, ' $1 ')

/**
 * The address without the parts that do not locate it: a rural delivery number, and the country at its end.
 * @param ahead the text before it, with its comma: behind '12 Smith Road, ' the 3 of 'Albany RD 3' is no street number
 */
export const bareAddress = (text: string, ahead = ''): string =>
  // Applied twice, for 'Aotearoa New Zealand'.
  withoutCountry(withoutCountry(replaceRuralDelivery(plainText(text), () => ', ', ahead)))

export const levelPrefix = 'level:'

/**
 * The texts to search for, the most literal first: the whole text; without rural delivery and country; a unit without
 * its level, which many address books leave out.
 */
export function addressSearchQueries(text: string): string[] {
  const bare = bareAddress(text)
  const [level = '', ...others] = addressWords(bare)
  const isUnitOnLevel = level.startsWith(levelPrefix) && /^[^/]+\/\d/.test(others[0] ?? '')
  return [...new Set([plainText(text), bare, ...(isUnitOnLevel ? [others.join(' ')] : [])])]
}

/** 'Flat 2, 9 Lāke Road' → ['2/9', 'lake', 'road']; 'Level 5, 88–92 X' → ['level:5', '88-92', 'x']; "O'Connell" is one word. */
export function addressWords(text: string): string[] {
  let level = ''
  const keep = (_: string, found: string) => {
    level ||= found
    return ''
  }
  const words = replaceRuralDelivery(
    plainText(text)
      // 'c/- 12 Queen Street' and 'c/o' mean 'care of'.
      .replace(/\bc\s*\/\s*(?:-|o\b)/g, ' ')
      .replace(numberWord, '$1 ')
      .replace(unitComma, '$1/')
      .replace(spacedLetter, '')
      // 'First Floor' becomes '1th floor', which `ordinalLevel` reads.
      .replace(ordinalWord, word => `${numberOf(word, ordinals)}th`)
      .replace(numeralWord, word => String(numberOf(word, numerals)))
      .replace(stateHighway, 'state highway $1'),
    number => ` rd${number} `,
  )
    .replace(ordinalLevel, keep)
    .replace(spokenLevel, keep)
    .replace(spokenSoleLevel, (_, name: string, number = '') => {
      level ||= `${soleLevels.find(([, names]) => names.includes(name))?.[0] ?? ''}${number}`
      return ''
    })
    .replace(spokenUnit, '$1/')
    .replace(soleUnit, '$1/')
    .replace(/\s*\/\s*/g, '/')
    // '03/9' is '3/9'.
    .replace(/(?<![\p{L}\p{N}-])0+(?=\d+[a-z]?\/)/gu, '')
    .replace(/(\d[a-z]?)\s*-\s*(?=\d)/g, '$1-')
    .replace(/(?<!\d[a-z]?)-|-(?!\d)/g, ' ')
    .match(wordPattern)
  return [
    ...(level === '' ? [] : [levelPrefix + level.toLowerCase().replace(/^0+(?=\d)/, '')]),
    ...(words ?? []).map(word => usualWords.get(word) ?? word),
  ]
}

/** The normalised text for a second search, '3/210 dominion road'; '' if it is the same as the text. */
export function normalizedAddressLine(text: string): string {
  const plainest = addressWords(bareAddress(text)).join(' ').replace(levelPrefix, 'level ')
  return plainest === (plainText(text).match(wordPattern) ?? []).join(' ') ? '' : plainest
}

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
