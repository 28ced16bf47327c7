/** New Zealand mobile numbers: a code to choose and the digits after it, as they are typed, pasted and sent. */

export const mobileCodes = ['021', '022', '027', '028', '029', '020'] as const

/** The digits after the code: 6 to 8 of them. */
export const isMobileNumber = (digits: string): boolean => /^\d{6,8}$/.test(digits)

/** A whole mobile as calls carry it, its code in front: '0211234567' */
export const isMobile = (text: string): boolean =>
  mobileCodes.some(code => text.startsWith(code) && isMobileNumber(text.slice(code.length)))

/**
 * What people paste as a mobile, split into code and number: '+64 21 123 4567' → ['021', '1234567'].
 * Null when no known code stands in front, or too little behind it.
 */
export function splitMobile(text: string): readonly [code: string, number: string] | null {
  const digits = text.replace(/\D/g, '').replace(/^(?:0064|64)0?(?=2)/, '0')
  const code = mobileCodes.find(known => digits.startsWith(known))
  return code && digits.length > code.length + 4 ? [code, digits.slice(code.length)] : null
}
