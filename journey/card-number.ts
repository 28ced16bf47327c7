/**
 * Detects a card number in a field that does not ask for one, such as an account name. Card numbers are
 * typed only at the card partner, and this application never stores one.
 */

/** Of a digit that counts twice both digits of what it comes to are counted. */
const twice = '0246813579'

/** Are its digits, whatever stands between them, 13 or more whose last is right for a card (Luhn, ISO/IEC 7812-1)? */
export const containsCardNumber = (text: string): boolean => {
  const digits = text.match(/\d/g) ?? []
  const luhnSum = digits
    .reverse()
    .reduce((sum, digit, place) => sum + Number(place % 2 ? twice[Number(digit)] : digit), 0)
  return digits.length > 12 && luhnSum % 10 === 0
}
