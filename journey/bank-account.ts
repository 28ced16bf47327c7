/**
 * Formats and masks New Zealand bank account numbers: digits in groups 2-4-7-2, where the last group has 2
 * or 3 digits.
 */

const groups = [2, 4, 7, 3] as const

/** Formats the field while the customer types or pastes: '0612340000000' → '06-1234-0000000'. */
export function formatAccount(typed: string): string {
  let digits = typed.replace(/\D/g, '')
  const parts: string[] = []
  for (const length of groups) {
    if (digits === '') break
    parts.push(digits.slice(0, length))
    digits = digits.slice(length)
  }
  return parts.join('-')
}

export const accountPattern = /^\d{2}-\d{4}-\d{7}-\d{2,3}$/

export const isAccountNumber = (text: string): boolean => accountPattern.test(text)

/** One way of writing each account: a last group of three that begins with a nought is the same as without it. */
export const plainAccount = (account: string): string => account.replace(/-0(\d{2})$/, '-$1')

/** For screens, mails and papers after it was given: '06-1234-0000000-00' → '••-••••-•••••00-00'. */
export function maskAccount(account: string): string {
  const [bank = '', branch = '', base = '', suffix = ''] = account.split('-')
  const hidden = (text: string) => '•'.repeat(text.length)
  return `${hidden(bank)}-${hidden(branch)}-${hidden(base.slice(0, -2))}${base.slice(-2)}-${suffix}`
}
