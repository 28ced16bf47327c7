/** Limits names in mails to readers who did not type them, so that a name cannot carry a message. */

const wordsOf = (names: string): string[] => names.split(/[^\p{L}\p{M}]+/u).filter(Boolean)

/** True if the text, one or several names, is no longer than most names. */
export const isShortName = (names: string): boolean => wordsOf(names).length <= 4 && names.length <= 40

/** Shortens a long name to its first and its last word. */
export function shortName(name: string): string {
  const words = wordsOf(name)
  return isShortName(name) ? name : [...`${words[0]} ${words.at(-1)}`].slice(0, 40).join('')
}
