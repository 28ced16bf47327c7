/**
 * Address text broken into words that compare well: without macrons, capitals and commas, with every usual form of a
 * word ('Street' = 'St', 'Saint' = 'St'). Address search relies on it: what the address book holds and what is typed.
 */
import shortForms from './address-short-forms.json' with { type: 'json' }

const shortOf: ReadonlyMap<string, string> = new Map(Object.entries(shortForms))

// A place's name is written either way; a street's type, in the files we read, only in full.
const longOf: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['mt', 'mount'],
])

const unitWords =
  'unit|flat|apartment|apt|villa|townhouse|studio|suite|shop|house|cottage|penthouse|duplex|room|office|lot'
const spokenUnit = new RegExp(`\\b(?:${unitWords}|u|f)\\s*([a-z]?\\d+[a-z]?)\\b[\\s,]+(?=\\d)`, 'g')

/** 'Flat 2, 9 Lāke Road' → ['2/9', 'lake', 'road']; "O'Connell" is one word. */
export const addressWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’ʻ`]/gu, '')
    .toLowerCase()
    .replace(spokenUnit, '$1/')
    .replace(/\s*\/\s*/g, '/')
    .match(/[\p{L}\p{N}/]+/gu) ?? []

/** 'street' → 'st'; a word without a shorter form stays as it is. */
export const shortForm = (word: string): string => shortOf.get(word) ?? word

const allForms: ReadonlySet<string> = new Set(Object.entries(shortForms).flat())

/** Is it the whole of a word that has a shorter form, or that form: 'street', 'st'? */
export const isUsualForm = (word: string): boolean => allForms.has(word)

/** Every form a word may be typed in: 'street' → ['street', 'st'], 'st' → ['st', 'saint']. */
export const wordForms = (word: string): string[] => [
  ...new Set([word, shortForm(word), longOf.get(word) ?? word]),
]
