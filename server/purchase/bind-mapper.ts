/** Converts the body of quote/bind to a bind request, and finds the errors that its schema does not cover. */
import { createHash } from 'node:crypto'
import type { BodyOf } from '#contract/endpoints.ts'
import type { FieldError } from '#contract/problems.ts'
import { decodeDirectDebit } from '#contract/wire/direct-debit.ts'
import { decodeIndividual, decodeParties } from '#contract/wire/policyholder.ts'
import { decodeAddress } from '#contract/wire/rating-answers.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { directDebitTerms, directDebitTermsVersion } from '#documents/direct-debit-terms.ts'
import { nzToday } from '#journey/dates.ts'
import { firstDebitOn } from '#journey/first-debit.ts'
import { directDebitConsents } from '#journey/payment-methods.ts'
import type { TermsConsent } from '#journey/policy-record.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { addressErrors, verifiedAddress } from '#server/quotes/address-search.ts'
import { policyholderRequestErrors } from '#server/quotes/people-errors.ts'
import { firstDebitErrors, type PricedQuote } from '#server/quotes/quote-checks.ts'
import { type BindRequest, buildBindRequest } from './bind-request.ts'

export type BindBody = BodyOf<'quoteBind'>
type Individual = BindBody['attributes']['bindPolicyParties']['primaryPolicyHolder']['individualPolicyHolder']

export function bindErrors(
  body: BindBody,
  quote: Quote,
  services: Pick<Dependencies, 'keys'>,
  now: Date,
): FieldError[] {
  const { attributes } = body
  const details = attributes.paymentContextDetails
  const start = quote.choice?.startDate ?? ''
  const today = nzToday(now)
  const errors: FieldError[] = []
  if (attributes.quoteDetails.quoteNumber !== quote.quote_number)
    errors.push({ path: 'attributes.quoteDetails.quoteNumber', message: 'is not the number of this quote' })
  if (attributes.bindVehicleDetails.carRegistration !== quote.plate)
    errors.push({
      path: 'attributes.bindVehicleDetails.carRegistration',
      message: 'is not the car of this quote',
    })
  if (new Set(attributes.questions.map(question => question.code)).size !== 2)
    errors.push({ path: 'attributes.questions', message: 'must answer 003 and 004' })
  errors.push(
    ...firstDebitErrors(details.paymentStartDate, start, 'attributes.paymentContextDetails.paymentStartDate'),
  )
  if (quote.choice?.frequency === 'ANNUAL')
    errors.push({
      path: 'attributes.paymentContextDetails',
      message: 'an annual premium can be paid by card only',
    })
  const partyErrors = ({ individualPolicyHolder }: { individualPolicyHolder: Individual }, at: string) => {
    const path = `attributes.bindPolicyParties.${at}.individualPolicyHolder`
    const paths = { dateOfBirth: `${path}.dob`, mobile: `${path}.contactDetails.mobileNum` }
    return policyholderRequestErrors(decodeIndividual(individualPolicyHolder), paths, today)
  }
  const { primaryPolicyHolder, additionalPolicyHolders = [] } = attributes.bindPolicyParties
  errors.push(
    ...partyErrors(primaryPolicyHolder, 'primaryPolicyHolder'),
    ...additionalPolicyHolders.flatMap((one, index) => partyErrors(one, `additionalPolicyHolders.${index}`)),
    ...addressErrors(
      verifiedAddress(decodeAddress(attributes.postalAddress), services),
      'attributes.postalAddress',
    ),
  )
  return errors
}

type Payer = Pick<RequestContext, 'brand' | 'ip' | 'userAgent'>

export function bindRequestFromBody(
  body: BindBody,
  quote: PricedQuote,
  caller: Payer,
  services: Pick<Dependencies, 'keys'>,
  now: Date,
): BindRequest {
  const { bindPolicyParties, paymentContextDetails, postalAddress } = body.attributes
  const { policyholders, businessName } = decodeParties(bindPolicyParties)
  const { account, debitDay, paymentStart, termsVersion } = decodeDirectDebit(paymentContextDetails)
  return buildBindRequest(
    quote,
    {
      policyholders: {
        policyholders,
        // The specification's bind has no business name, so the answer of step 4 applies.
        businessName: businessName ?? quote.policyholders?.businessName ?? '',
        postalAddress: verifiedAddress(decodeAddress(postalAddress), services),
      },
      payment: { method: 'bank', ...account },
      // The specification has only the day of the month; the full date is stored.
      paymentStart: paymentStart ?? firstDebitOn(debitDay, quote.insurer_quote.choice.startDate),
      card: null,
      terms: consentOf(termsVersion, caller, now),
    },
    now,
  )
}

/** The insurer stores the account and its authority, together with the policy. */
function consentOf(version = directDebitTermsVersion, caller: Payer, agreedAt: Date): TermsConsent {
  const sent = version === directDebitTermsVersion ? directDebitTerms(caller.brand) : null
  return {
    agreedAt: agreedAt.toISOString(),
    version,
    textSha256: sent && createHash('sha256').update(sent).digest('hex'),
    ticked: [directDebitConsents.authorised, directDebitConsents.agreed],
    ip: caller.ip,
    userAgent: caller.userAgent.replace(/\p{Cc}/gu, '').slice(0, 200),
  }
}
