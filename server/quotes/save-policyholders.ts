/** Handles step 4 of quote/create: saves the policyholders, the postal address and the payment method. */
import type { BodyOf } from '#contract/endpoints.ts'
import { decodePolicyholdersBody } from '#contract/wire/policyholder.ts'
import { assertUpdated } from '#db/postgres-errors.ts'
import { can } from '#journey/access-level.ts'
import { nzToday } from '#journey/dates.ts'
import { findAccessLevel } from '#server/access/find-access-level.ts'
import type { Dependencies, Tx, WithoutPartners } from '#server/lib/dependencies.ts'
import {
  type HandlerResult,
  okResult,
  problemResult,
  type RequestContext,
} from '#server/lib/handler-types.ts'
import { addressErrors, verifiedAddress } from './address-search.ts'
import { policyholderRequestErrors } from './people-errors.ts'
import { expireAndGetClosedProblem, firstDebitErrors, hasStartDatePassed } from './quote-checks.ts'
import { hasChangedPolicyholders, restrictOtherSessionsToSummary } from './quote-ownership.ts'

export type PolicyholdersBody = Extract<BodyOf<'quoteCreate'>, { policyHolderDetails: unknown }>

export function savePolicyholders(
  body: PolicyholdersBody,
  caller: RequestContext,
  services: Dependencies,
): Promise<HandlerResult<'quoteCreate'>> {
  return services.withTransaction(tx => saveLocked(body, caller, tx, services))
}

/** With the quote locked: other people must not be saved between these checks and the write. */
async function saveLocked(
  body: PolicyholdersBody,
  caller: RequestContext,
  tx: Tx,
  services: WithoutPartners,
): Promise<HandlerResult<'quoteCreate'>> {
  const quote = await tx.lockQuote(body.id)
  const now = services.now()
  if (!quote) return problemResult('NOT_READY')
  const refused = await expireAndGetClosedProblem(quote, tx, now)
  if (refused) return problemResult(refused)
  if (quote.status !== 'QUOTED' || !quote.choice) return problemResult('NOT_READY')
  const level = await findAccessLevel(caller, quote.id, tx)
  if (!can({ level, quote }, 'editQuote')) return problemResult('NOT_READY')
  // Checked before the payment dates: after midnight an open page offers dates of a start that has passed.
  if (hasStartDatePassed(quote, now)) return problemResult('NOT_READY')
  const errors = body.policyHolderDetails.flatMap((policyholder, index) => {
    const at = `policyHolderDetails.${index}`
    return policyholderRequestErrors(
      policyholder,
      { dateOfBirth: `${at}.dateOfBirth`, mobile: `${at}.mobile` },
      nzToday(now),
    )
  })
  errors.push(...firstDebitErrors(body.paymentStartDate, quote.choice.startDate, 'paymentStartDate'))
  const sent = decodePolicyholdersBody(body)
  const answers = { ...sent, postalAddress: verifiedAddress(sent.postalAddress, services) }
  errors.push(...addressErrors(answers.postalAddress, 'addressDetails'))
  if (errors.length > 0) return problemResult('MALFORMED', { errors })
  // The customer has answered, so the partner's data on the applicant is no longer needed.
  const changes = { policyholders: JSON.stringify(answers), applicant: null }
  assertUpdated(await tx.updateAnswers(quote.id, changes, now), 'policyholders of the quote')
  if (hasChangedPolicyholders(quote, answers)) await restrictOtherSessionsToSummary(quote.id, caller, tx, now)
  if (quote.policyholders === null)
    await tx.countSalesEvent({ quoteId: quote.id, event: 'policyholders', now })
  return okResult({ quoteId: quote.id, status: quote.status })
}
