/** Parses the text of an address, in the many ways people write units, levels, highways, rural delivery and countries. */
import { toHalfWidth } from './typed-text.ts'

/** The customer's unit_types.csv, and what else people write; the alternatives of a regular expression. */
const unitNamePattern = [
  'apartment|apartm|apartmt|aptmt|appt|apt|ap|unit|unt|un|u|flat|flt|f|villa|vlla|vla|townhouse|town house|tnhs|twnhse',
  'house|hse|cottage|ctge|cott|studio|std|stu|penthouse|pthse|pths|duplex|dup|maisonette|msnt|room|rm|block|blck|blk',
  'suite|ste|se|shop|shp|store|office|offc|ofc|off|kiosk|ksk|stall|stll|site|shed|ward|workshop|wksh|carpark|car park',
  'carp|lot|building|bldg|tenancy|tncy|factory|fcty|warehouse|whse|garage|gge|cabin|chalet|sleepout|bach|dwelling',
].join('|')

/** Units that need no number of their own: 'Penthouse, 12 Queen Street', 'Penthouse 12 Queen Street'. */
const unnumberedUnitPattern = unitNamePattern
  .split('|')
  .filter(name => name.length > 4 || ['flat', 'unit', 'shop', 'shed'].includes(name))
  .join('|')

/** Levels that need no number, by their codes (level_types.csv). */
const unnumberedLevels = {
  LG: 'lower ground floor|lower ground level|lower ground',
  UG: 'upper ground floor|upper ground level|upper ground',
  G: 'ground floor|ground level|ground flr|grnd floor|grd floor|gnd floor|g floor|g/f|gf|ground',
  B: 'basement floor|basement level|basement|bsmt',
  M: 'mezzanine floor|mezzanine level|mezzanine|mezz',
  P: 'podium level|podium',
  RT: 'rooftop|roof top|roof',
  OD: 'observation deck',
}
const unnumberedLevelPattern = Object.values(unnumberedLevels).join('|')

const codeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(unnumberedLevels).flatMap(([code, names]) =>
    names.split('|').map(name => [name, code] as const),
  ),
)

/** 'ground floor' → 'G' */
const unnumberedLevelCode = (name: string): string => codeOf.get(name) ?? ''

/** 'G' → 'ground floor' and its other names; 'B1' → those of a basement, and its number; no names for '5'. */
export function namesOfLevel(level: string): { readonly names: readonly string[]; readonly number: string } {
  const [, code = '', number = ''] = /^([A-Z]+)(\d*)$/.exec(level) ?? []
  return { names: [...codeOf.keys()].filter(name => codeOf.get(name) === code), number }
}

export interface AddressText {
  /** '5' of 'Level 5, 120 Albert Street', 'G' of 'Ground Floor'; '' if there is none. */
  readonly level: string
  /** '3/210', 'dominion' and 'road' of 'Flat 3, 210 Dominion Road'. */
  readonly words: readonly string[]
}

/** Lower case without marks, with one kind of dash, slash and blank. */
const plainText = (text: string): string =>
  toHalfWidth(text)
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}'’‘ʻʼ`´]/gu, '')
    .replace(/[\\⁄∕]/g, '/')
    .replace(/\p{Pd}|−/gu, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase()

// Between a word and its number: 'Unit 3', 'Unit3', 'Apt. 3', 'Flat No. 3', 'Shop #3'.
const gap = String.raw`(?=[\s.#\d])[\s.#]*(?:(?:no|number)(?![a-z])[\s.#]*)?`
// The separator before a street number: a slash, a comma, a blank, a dash or another sign.
const before = String.raw`[\s,;:.|)/-]+`

const ordinals = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth'
const ordinalWord = new RegExp(String.raw`\b(${ordinals})(?=\s+(?:floor|level|lvl|flr|fl)\b)`)
const numerals = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const numeralWord = new RegExp(
  String.raw`(?<=\b(?:level|lvl|floor|${unitNamePattern})\s+)(${numerals})(?=${before}(?:\d|(?:${unitNamePattern})\b))`,
  'g',
)
/** 'third' → 3 */
const numberOf = (word: string, words: string): number => words.split('|').indexOf(word) + 1
// 'No. 12 Queen Street', also behind a comma, but not 'No 1' or 'No 1 Road', which are names.
const numberWord = /(^|,)\s*(?:(?:no|number)\b|№)[\s.:]*(?=\d)(?!\d+(?:\s+(?:road|rd|line)\b|$))/
const spacedLetter = /(?<=\d) (?=[abc] [a-z]{2})(?!. (?:road|rd|street|st)\b)/

/** 'No. 12' → '12', '12 A Queen Street' → '12a queen street', 'Flat Three' → 'flat 3', 'Third Floor' → '3th floor', which `ordinalLevel` reads. */
const withPlainNumbers = (text: string): string =>
  text
    .replace(numberWord, '$1 ')
    .replace(spacedLetter, '')
    .replace(ordinalWord, word => `${numberOf(word, ordinals)}th`)
    .replace(numeralWord, word => String(numberOf(word, numerals)))

const highway = '(?:highway|hiway|hway|hgwy|hwy)'
// 'SH1', 'S.H. 1', 'State Hwy 1'; 'Highway 1' at the start of a line, after a comma or after a street number.
const stateHighway = new RegExp(
  String.raw`(?:\bs[./]?\s?h(?:wy|way)?|\bst(?:ate)?\b[.\s-]*${highway}|\bstate${highway}|(?<=^|[\d,][a-z]?\s*)\b${highway})(?=[\s.#\d-])[\s.#-]*(?:(?:no|number)\b[\s.]*)?0?(\d{1,2}[a-z]?)\b`,
  'g',
)

const ruralDelivery =
  /\b(?:rural\s+del(?:ivery)?|r[\s./]*d)(?=[\s.:#\d-])[\s.:#-]*(?:(?:no|number)\b[\s.#]*)?(\d{1,2})\b(?!\s*\/)/g

/** True in 'Smith Road RD 3', 'Smith Road, RD 3' and '12 Smith Rd 3'. In 'Smith Rd 12', 12 is a street number. */
const isRuralDelivery = (written: string, ahead: string): boolean =>
  !/^rd[.\s]/.test(written) || /\d|(?:^|,|\b(?:road|rd|street|st|drive|dr|lane|ln))[\s.]*$/.test(ahead)

const replaceRuralDelivery = (text: string, by: (number: string) => string, ahead = ''): string =>
  text.replace(ruralDelivery, (written: string, number: string, at: number) =>
    isRuralDelivery(written, ahead + text.slice(0, at)) ? by(String(Number(number))) : written,
  )

const country = /(?:^|[ ,/(|-]+)(?:aotearoa|new[ -]?z[a-z]*|n\.? ?z(?:ealand|\.?l?))[ ,/()|.-]*(\d{4})? ?$/
const withoutCountry = (text: string): string => text.replace(country, ' $1 ')

/**
 * The address without the parts that do not locate it: a rural delivery number, and the country at its end.
 * @param ahead the text before it, with its comma: behind '12 Smith Road, ' the 3 of 'Albany RD 3' is no street number
 */
export const bareAddress = (text: string, ahead = ''): string =>
  // Applied twice, for 'Aotearoa New Zealand'.
  withoutCountry(withoutCountry(replaceRuralDelivery(plainText(text), () => ', ', ahead)))

// 'Bay 3', but not the 'Bay' of 'Mission Bay 3'.
const unit = String.raw`(?:\b(?:${unitNamePattern}|(?<![a-z] )(?:bay|th|ph))s?${gap}|#\s*)`
const unitNumber = String.raw`[a-z]{0,2}\d{1,5}[a-z]{0,2}(?:-\d{1,5}[a-z]?)?|[a-z]`
// 'Flat F3' is 'Flat 3'.
const numberedUnit = new RegExp(String.raw`${unit}(?:[fu](?=\d))?(${unitNumber})${before}(?=\d)`, 'g')
const unnumberedUnit = new RegExp(String.raw`(?<=^|,)\s*(${unnumberedUnitPattern})[\s,]+(?=\d)`, 'g')

/** 'Unit 3, 210', '#3 210' → '3/210'; 'Penthouse, 210' → 'penthouse/210'; '03 / 9' → '3/9'. */
const withUnitBeforeSlash = (text: string): string =>
  text
    .replace(numberedUnit, '$1/')
    .replace(unnumberedUnit, '$1/')
    .replace(/\s*\/\s*/g, '/')
    .replace(/(?<![\p{L}\p{N}-])0+(?=\d+[a-z]?\/)/gu, '')

const behindLevel = String.raw`(?=\d|[a-z]{1,2}\d|[a-z]\/\d|${unit}(?:[a-z]?\d|[a-z]\b))`
const ordinalLevel = new RegExp(
  String.raw`\b(\d{1,2})(?:st|nd|rd|th)\s+(?:floor|level|lvl|flr|fl)${before}${behindLevel}`,
)
const numberedLevel = new RegExp(
  String.raw`\b(?:level|levl|lvl|lev|lv|l|floor|flr|flo|fl)${gap}([a-z]{0,2}\d{1,3}[a-z]?|[a-z]{1,2})${before}${behindLevel}`,
)
const unnumberedLevel = new RegExp(
  String.raw`\b(${unnumberedLevelPattern})(?:\s*(\d{1,2}))?${before}${behindLevel}`,
)

/** Takes the level out of 'Level 5, 88 Albert', '5th Floor, 88 Albert' and 'Basement 1, 88 Albert'. */
function splitLevel(text: string): { readonly level: string; readonly rest: string } {
  let level = ''
  const take = (_: string, found: string) => {
    level ||= found
    return ''
  }
  const rest = text
    .replace(ordinalLevel, take)
    .replace(numberedLevel, take)
    .replace(unnumberedLevel, (written, name: string, number = '') =>
      take(written, unnumberedLevelCode(name) + number),
    )
  return { level: level.replace(/^0+(?=\d)/, '').toUpperCase(), rest }
}

/** Other short forms, read as the usual word. */
const usualWords: ReadonlyMap<string, string> = new Map([
  ['gt', 'great'],
  ['nth', 'north'],
  ['sth', 'south'],
  ['cbd', 'central'],
])

// 'c/- 12 Queen Street', 'c/o 12 Queen Street'
const careOf = /\bc\s*\/\s*(?:-|o\b)/g
// '3, 210 Dominion Road'
const unitAndComma = /^\s*(\d+[a-z]?),\s*(?=\d+[a-z]? [a-z])/

const wordPattern = /[\p{L}\p{N}/-]+/gu
const wordsIn = (text: string): readonly string[] => text.match(wordPattern) ?? []

export function parseAddressText(text: string): AddressText {
  const withHighwaysAndRuralDelivery = replaceRuralDelivery(
    withPlainNumbers(plainText(text).replace(careOf, ' '))
      .replace(unitAndComma, '$1/')
      .replace(stateHighway, 'state highway $1'),
    number => ` rd${number} `,
  )
  const { level, rest } = splitLevel(withHighwaysAndRuralDelivery)
  const withRanges = withUnitBeforeSlash(rest)
    .replace(/(\d[a-z]?)\s*-\s*(?=\d)/g, '$1-')
    .replace(/(?<!\d[a-z]?)-|-(?!\d)/g, ' ')
  return { level, words: wordsIn(withRanges).map(word => usualWords.get(word) ?? word) }
}

/** 'Lvl 5, Flat 2 / 9 Lāke Rd' → 'level 5 2/9 lake rd' */
export function normalizedAddress(text: string): string {
  const { level, words } = parseAddressText(text)
  return [...(level === '' ? [] : [`level ${level.toLowerCase()}`]), ...words].join(' ')
}

/** The normalised text for a second search; '' if its words are the typed words. */
export function secondSearchText(text: string): string {
  const normalized = normalizedAddress(bareAddress(text))
  return normalized === wordsIn(plainText(text)).join(' ') ? '' : normalized
}

/**
 * The texts to search for, the most literal first: the whole text; without rural delivery and country; a unit without
 * its level, which many address books leave out.
 */
export function addressSearchTexts(text: string): string[] {
  const bare = bareAddress(text)
  const { level, words } = parseAddressText(bare)
  const isUnitOnLevel = level !== '' && /^[^/]+\/\d/.test(words[0] ?? '')
  return [...new Set([plainText(text), bare, ...(isUnitOnLevel ? [words.join(' ')] : [])])]
}
