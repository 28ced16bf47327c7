/** The embedded insurer's random quote and policy numbers, with a check character that detects typing errors. */
import { wordsOf } from '#journey/typed-text.ts'

/** Returns `count` random bytes, from a cryptographic source outside tests. */
export type RandomBytes = (count: number) => Uint8Array

/** Crockford's base 32: no I, L, O or U to misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const quoteCharacters = 10

/** Multiplies by x in the field of 32 elements, whose check detects any wrong character and any adjacent swap. */
const timesX = (value: number): number => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31

/** 0 if the last character is the check character. */
const remainder = (characters: string): number =>
  [...characters].reduce((sum, character) => timesX(sum) ^ alphabet.indexOf(character), 0)

const printedQuoteNumber = (characters: string): string =>
  `Q-${characters.slice(0, 5)}-${characters.slice(5)}`

/** 'Q-7K2M9-XW4RTC': ten random characters (50 bits) and a check character. */
export function newQuoteNumber(randomBytes: RandomBytes): string {
  const random = Array.from(randomBytes(quoteCharacters), byte => alphabet[byte & 31]).join('')
  const check = alphabet[timesX(remainder(random))]
  return printedQuoteNumber(`${random}${check}`)
}

const longestText = 200

/** Finds one quote number in typed text, with O for 0, I or L for 1, and other words around it; null for none or two. */
export function parseQuoteNumber(typed: string): string | null {
  if (typed.length > longestText) return null
  const words = wordsOf(typed).map(word => word.toUpperCase())
  const found = new Set<string>()
  for (const start of words.keys())
    for (
      let end = start + 1, joined = '';
      end <= words.length && joined.length <= quoteCharacters + 2;
      end += 1
    ) {
      joined += words[end - 1]
      const number = readJoined(joined)
      if (number) found.add(number)
    }
  const [number, ...others] = found
  return number && others.length === 0 ? number : null
}

function readJoined(joined: string): string | null {
  const plain = joined.replace(/O/g, '0').replace(/[IL]/g, '1')
  const characters = plain.length === quoteCharacters + 2 && plain.startsWith('Q') ? plain.slice(1) : plain
  if (characters.length !== quoteCharacters + 1) return null
  if ([...characters].some(character => !alphabet.includes(character))) return null
  return remainder(characters) === 0 ? printedQuoteNumber(characters) : null
}

/** The check digit of ISO 7064 MOD 11,10, which detects any wrong digit. */
function checkDigit(digits: string): number {
  const product = [...digits].reduce((carried, digit) => {
    const sum = (carried + Number(digit)) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - product) % 10
}

/** 'OR473920184': eight random digits and a check digit. */
export function newPolicyNumber(randomBytes: RandomBytes): string {
  const bytes = randomBytes(8)
  const random = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0) % 100_000_000n
  const digits = random.toString().padStart(8, '0')
  return `OR${digits}${checkDigit(digits)}`
}
