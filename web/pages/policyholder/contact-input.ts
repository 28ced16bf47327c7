/** Corrects e-mail addresses and splits mobile numbers while they are typed in step 4 (policyholder). */
import { splitMobile } from '#journey/mobile.ts'
import { normalizeTypedText } from '#journey/typed-text.ts'
import { toPlainText } from '#web/components/text-field.tsx'

const mailHosts = [
  'gmail.com',
  'xtra.co.nz',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'yahoo.co.nz',
]

/** True if one letter is missing, added or changed, or two neighbours are swapped. The words must differ. */
function isNear(one: string, other: string): boolean {
  const without = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1)
  const swapped = (at: number) => one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2)
  // One place more than `one` has letters: a letter may be missing at its end.
  return [...one, ''].some((_, at) => {
    const isAdded = without(one, at) === other
    const isMissing = one === without(other, at)
    const isChanged = without(one, at) === without(other, at)
    return isAdded || isMissing || isChanged || swapped(at) === other
  })
}

/** 'aroha@gmial.com' → 'aroha@gmail.com'; null when the host is fine or unknown. */
export function suggestEmail(typed: string): string | null {
  const [name, host, ...rest] = typed.trim().split('@')
  if (!name || !host || rest.length > 0 || mailHosts.includes(host.toLowerCase())) return null
  const near = mailHosts.find(known => isNear(host.toLowerCase(), known))
  return near ? `${name}@${near}` : null
}

/** True for 'maia@gmail.co' or 'maia@hotmail.co.', which may become a known host with the next letters. */
export function isPartialMailHost(typed: string): boolean {
  const host = typed.trim().toLowerCase().split('@')[1] ?? ''
  return host.endsWith('.') || mailHosts.some(known => known.startsWith(host))
}

/**
 * The text of the number field, and the code if the text contains one: '+64 21 123 4567' → ['021', '1234567'].
 * @param inserted the pasted or autofilled text; null for a key, because one digit too many must not change the code
 */
export function splitMobileInput(
  text: string,
  inserted: string | null,
): readonly [code: string | null, number: string] {
  const isLocal = inserted === null && /^\s*2/.test(text)
  return (isLocal ? null : splitMobile(text)) ?? [null, toPlainText(normalizeTypedText(text))]
}
