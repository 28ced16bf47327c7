/**
 * What a date field shows for what was typed, pasted or filled in: slashes come by themselves after the day and the
 * month while typing forward, deleting runs over them, and dates in other spellings become dd/mm/yyyy (DRIVER-04).
 */

const longest = 10

/** '1990-03-27' (autofill) or '1990/3/27' (pasted) → '27/03/1990' */
const fromIso = (text: string): string | null => {
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text)
  return match ? `${match[3]?.padStart(2, '0')}/${match[2]?.padStart(2, '0')}/${match[1]}` : null
}

function withSlashes(text: string): string {
  const groups = text.split('/')
  const parts: string[] = []
  for (const [index, group] of groups.entries()) {
    let digits = group
    // A separator typed after one digit means the other digit is a nought: '1/' → '01/'.
    if (digits.length === 1 && index < groups.length - 1 && index < 2) digits = digits.padStart(2, '0')
    while (parts.length < 2 && digits.length >= 2) {
      parts.push(digits.slice(0, 2))
      digits = digits.slice(2)
    }
    if (digits !== '') parts.push(digits)
  }
  const [day = '', month, ...year] = parts
  if (month === undefined) return day.length === 2 ? `${day}/` : day
  return month.length === 2 ? `${day}/${month}/${year.join('')}` : `${day}/${month}`
}

/**
 * @param typed what it holds now
 * @param before what the field showed
 * @param caretAtEnd whether the change was made at the end; elsewhere nothing is moved under the visitor's hands
 */
export function typeDate(typed: string, before = '', caretAtEnd = true): string {
  const text = typed.trimStart()
  const iso = fromIso(text)
  if (iso) return iso
  const plain = text.replace(/[-.\s]+/g, '/')
  // Something that is no date at all stays as typed: the message tells, nothing is taken away.
  if (!/^[\d/]*$/.test(plain)) return typed
  if (!caretAtEnd) return plain.slice(0, longest)
  const deleting = before.startsWith(plain)
  if (deleting) return plain
  return withSlashes(plain.replace(/\/+/g, '/').replace(/^\//, '')).slice(0, longest)
}
