/**
 * Recognises a rejection which says that the quote is already a policy: sold by phone, or here before the
 * database lost it. We have no record of that policy, so a person finds its owner; meanwhile no customer is
 * told that there is no policy (decision 0028).
 */
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { BindRefusal } from '#partners/insurer/port.ts'

export const isConvertedAtInsurer = (
  bindAttempt: Pick<BindAttempt, 'state' | 'last_error'> | undefined,
): boolean =>
  bindAttempt?.state === 'REJECTED' && bindAttempt.last_error === ('QUOTE_CONVERTED' satisfies BindRefusal)
