/**
 * A no that says that the quote is a policy already: sold by phone, or here before the database lost it. That policy is in no
 * book of ours, a person finds out whose it is, and meanwhile nobody is told that there is none (decision 0028).
 */
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { BindRefusal } from '#partners/insurer/port.ts'

export const isConvertedAtInsurer = (
  issuance: Pick<BindAttempt, 'state' | 'last_error'> | undefined,
): boolean =>
  issuance?.state === 'REJECTED' && issuance.last_error === ('QUOTE_CONVERTED' satisfies BindRefusal)
