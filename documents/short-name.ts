/**
 * Length and content limits for names in a mail whose reader did not type them: enough for a name, too
 * little for a message.
 */

const wordsOf = (names: string): string[] => names.split(/[^\p{L}\p{M}]+/u).filter(Boolean)

/** True if the text is no longer than most names; several names are written one after the other. */
export const isShortName = (names: string): boolean => wordsOf(names).length <= 4 && names.length <= 40

/** Shortens a long name to its first and its last word. */
export function shortName(name: string): string {
  const words = wordsOf(name)
  return isShortName(name) ? name : [...`${words[0]} ${words.at(-1)}`].slice(0, 40).join('')
}
