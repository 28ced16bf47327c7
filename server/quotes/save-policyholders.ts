/** Step 4 of quote/create: saves the policyholders, the postal address and the payment method. */
import type { BodyOf } from '#contract/endpoints.ts'
import { can } from '#journey/access-level.ts'
import { nzToday } from '#journey/dates.ts'
import { isPaymentStart } from '#journey/payment.ts'
import { accessLevelFor } from '#server/access/access-control.ts'
import {
  type Dependencies,
  type HandlerResult,
  type RequestContext,
  refuse,
  reply,
} from '#server/lib/context.ts'
import { addressErrors, verifiedAddress } from './address-search.ts'
import { hasStartDatePassed, requireEditableQuote } from './editable-quote.ts'
import { hasOtherPolicyholders, revokeOtherAccess } from './ownership-change.ts'
import { policyholderErrors } from './policyholder-errors.ts'
import { addressOf } from './request-mapper.ts'

export type PolicyholdersBody = Extract<BodyOf<'quoteCreate'>, { policyHolderDetails: unknown }>

export async function savePolicyholders(
  body: PolicyholdersBody,
  caller: RequestContext,
  services: Dependencies,
): Promise<HandlerResult<'quoteCreate'>> {
  const open = await requireEditableQuote(body.id, caller, services)
  if ('refused' in open) return refuse(open.refused)
  const { quote } = open
  if (quote.status !== 'QUOTED' || !quote.choice) return refuse('NOT_READY')
  const level = await accessLevelFor(caller, quote.id, services)
  if (!can({ level, quote }, 'editQuote')) return refuse('NOT_READY')
  const now = services.now()
  // Checked before the payment dates: after midnight an open page offers dates of a start that has passed.
  if (hasStartDatePassed(quote, now)) return refuse('NOT_READY')
  const errors = body.policyHolderDetails.flatMap((holder, index) => {
    const at = `policyHolderDetails.${index}`
    return policyholderErrors(
      holder,
      { dateOfBirth: `${at}.dateOfBirth`, mobile: `${at}.mobile` },
      nzToday(now),
    )
  })
  if (body.paymentStartDate !== undefined && !isPaymentStart(body.paymentStartDate, quote.choice.startDate))
    errors.push({ path: 'paymentStartDate', message: 'is not within 14 days of the policy start' })
  const postalAddress = verifiedAddress(addressOf(body.addressDetails), services)
  errors.push(...addressErrors(postalAddress, 'addressDetails'))
  if (errors.length > 0) return refuse('MALFORMED', { errors })
  const answers = {
    policyholders: body.policyHolderDetails.map(({ businessName: _, ...holder }) => holder),
    businessName: body.policyHolderDetails[0]?.businessName ?? '',
    postalAddress,
    paymentMethod: body.paymentMethod ?? null,
    paymentStart: body.paymentStartDate ?? null,
  }
  const refused = await services.withTransaction(
    async (repositories): Promise<'NOT_READY' | 'STALE' | null> => {
      // Other people may have been entered since the quote was read.
      const current = await repositories.lockQuote(quote.id)
      const currentLevel = await accessLevelFor(caller, quote.id, { repositories })
      if (!current || !can({ level: currentLevel, quote: current }, 'editQuote')) return 'NOT_READY'
      // The customer has answered, so the partner's data on the applicant is no longer needed.
      const changes = { policyholders: JSON.stringify(answers), applicant: null }
      if (!(await repositories.updateAnswers(quote.id, changes, now))) return 'STALE'
      if (hasOtherPolicyholders(current, answers))
        await revokeOtherAccess(quote.id, caller, { ...services, repositories })
      if (current.policyholders === null)
        await repositories.countSale({ quoteId: quote.id, event: 'policyholders', now })
      return null
    },
  )
  return refused ? refuse(refused) : reply({ quoteId: quote.id, status: quote.status })
}
