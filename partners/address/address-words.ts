/**
 * Address text broken into words that compare well: without macrons, capitals and commas, each word in its shortest
 * usual form ('Street' = 'St', 'Saint' = 'St'). The adapter relies on it to tell an exact address from a near one.
 */
import shortForms from './short-forms.json' with { type: 'json' }

const shortOf: ReadonlyMap<string, string> = new Map(Object.entries(shortForms))

const unitWords = 'unit|flat|apartment|apt|villa|townhouse|studio'
const spokenUnit = new RegExp(`\\b(?:${unitWords}|u|f)\\s*(\\d+[a-z]?)\\b[\\s,]+(?=\\d)`, 'g')

/** 'Flat 2, 9 Lāke Road' → ['2/9', 'lake', 'road'] */
export const addressWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(spokenUnit, '$1/')
    .replace(/\s*\/\s*/g, '/')
    .split(/[^\p{L}\p{N}/]+/u)
    .filter(word => word !== '')

/** 'street' → 'st'; a word without a shorter form stays as it is. */
export const shortForm = (word: string): string => shortOf.get(word) ?? word
