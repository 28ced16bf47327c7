/** The words by which a street of the address book is found, for the import of addresses. */
import { addressWords, joinedWordRuns, wordForms } from '#journey/address-words.ts'

export interface Street {
  readonly name: string
  readonly type: string
  /** 'East'; '' when there is none. */
  readonly suffix: string
  readonly suburb: string
  readonly city: string
  /** '1025 1041' when its place has several; '' when it is not known. */
  readonly postcode: string
}

/**
 * = marks a word that starts the street name, ? a missing postcode. Neighbouring words are also stored
 * joined: teatatu.
 */
export function lexemesOf(street: Street): string[] {
  const wordsOf = (text: string) => addressWords(text).flatMap(word => word.match(/[\p{L}\p{N}]+/gu) ?? [])
  const name = wordsOf(street.name)
  const first = [...name.slice(0, 1).flatMap(wordForms), ...joinedWordRuns(name, 0)]
  const places = [street.suburb, street.city].map(wordsOf)
  const all = [name, wordsOf(`${street.type} ${street.suffix} ${street.postcode}`), ...places]
  return [
    ...new Set([
      ...first.map(form => `=${form}`),
      ...all.flatMap(words => words.flatMap(wordForms)),
      ...[name, ...places].flatMap(words => words.flatMap((_, from) => joinedWordRuns(words, from))),
      ...(street.postcode === '' ? ['?'] : []),
    ]),
  ]
}

/** True for a lexeme that begins with a letter: a search corrects slips in these only. */
export const startsWithLetter = (lexeme: string): boolean => /^\p{L}/u.test(lexeme)
