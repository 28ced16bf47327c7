/**
 * Length and content limits for names in a mail whose reader did not type them: enough for a name, too
 * little for a message.
 */

const wordsOf = (names: string): string[] => names.split(/[^\p{L}\p{M}]+/u).filter(Boolean)

/** No longer than most names are; of several, written one after the other. */
export const isShortName = (names: string): boolean => wordsOf(names).length <= 4 && names.length <= 40

/** A name that is longer than most by its first and its last word. */
export function shortName(name: string): string {
  const words = wordsOf(name)
  return isShortName(name) ? name : [...`${words[0]} ${words.at(-1)}`].slice(0, 40).join('')
}
