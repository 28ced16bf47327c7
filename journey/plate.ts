/** Number plates: parsing of typed or pasted text into the form that calls contain, and validation. */
import { toHalfWidth, wordsOf } from './typed-text.ts'

export const maximumPlateLength = 6

/** Personalised plates may have one character, so the format cannot be checked more strictly. */
export const isPlate = (plate: string): boolean =>
  plate.length <= maximumPlateLength && /^[A-Z0-9]+$/.test(plate)

/** Words that people write before a plate. Words with more letters than a plate need no entry. */
const frontWords = new Set('PLATE PLATES REGO REG NUMBER NO NR CAR MY OUR THE IS ITS NZ'.split(' '))
const isFrontWord = (part: string): boolean =>
  frontWords.has(part) || (part.length > maximumPlateLength && /^\p{L}+$/u.test(part))

const upperCase = (text: string): string => text.replace(/[a-z]+/g, letters => letters.toUpperCase())

/** The possible plates of a text whose first words are not part of the plate. A colon ends these words. */
function withoutFrontWords(parts: readonly string[], partsBeforeColon: number): string[] {
  const places = partsBeforeColon > 0 ? [partsBeforeColon] : parts.map((_, place) => place).slice(1)
  return places.flatMap(place => {
    const rest = parts.slice(place)
    const isMeant = partsBeforeColon > 0 || !rest.every(isFrontWord)
    const plate = rest.join('')
    return isMeant && isPlate(plate) && parts.slice(0, place).every(isFrontWord) ? [plate] : []
  })
}

/**
 * Converts to upper case, and removes a word in front and everything but letters and digits: 'Plate: jhu–968' →
 * 'JHU968'. 0 and O stay different. If there is no plate, or two, the whole text is returned; it is too long and
 * fails isPlate.
 */
export function normalizePlate(typed: string): string {
  const text = toHalfWidth(typed)
  const parts = wordsOf(text).map(upperCase)
  const whole = parts.join('')
  const partsBeforeColon = wordsOf(text.slice(0, text.lastIndexOf(':') + 1)).length
  if (partsBeforeColon === 0 && whole.length <= maximumPlateLength) return whole
  const [plate, ...others] = withoutFrontWords(parts, partsBeforeColon)
  return plate && others.length === 0 ? plate : whole
}

/** The text of the field: the plate, or the whole text if it is too long for one, so that nothing is cut. */
export function formatPlateInput(typed: string): string {
  const plate = normalizePlate(typed)
  return plate.length <= maximumPlateLength ? plate : typed
}

/** False for a seventh character, which the field does not accept. */
export const isWithinPlateLength = (typed: string): boolean =>
  normalizePlate(typed).length <= maximumPlateLength
