/**
 * Recognises a rejection which says that the quote is already a policy: sold by phone, or here before the
 * database lost it. We have no record of that policy, so an operator finds its owner. Until then no customer is told
 * that there is no policy.
 */
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { BindRefusal } from '#partners/insurer/port.ts'

export const isConvertedAtInsurer = (
  bindAttempt: Pick<BindAttempt, 'state' | 'last_error'> | undefined,
): boolean =>
  bindAttempt?.state === 'REJECTED' && bindAttempt.last_error === ('QUOTE_CONVERTED' satisfies BindRefusal)
