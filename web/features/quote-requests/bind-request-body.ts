/** Builds the body of quote/bind for step 5 (payment): the whole policy as agreed, and the account to debit. */
import type { RequestBodyOf } from '#contract/endpoints.ts'
import { encodeDirectDebit } from '#contract/wire/direct-debit.ts'
import { encodeParties } from '#contract/wire/policyholder.ts'
import { encodeAddress, encodeRiskDriver } from '#contract/wire/rating-answers.ts'
import type { NzDay } from '#journey/dates.ts'
import { debitDay } from '#journey/first-debit.ts'
import { driversOf } from '#journey/questions/driver.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { bankAccountOf } from '#journey/questions/payment.ts'
import { businessNameOf, paymentStartOf, policyholdersOf } from '#journey/questions/policyholder.ts'
import { startDateOf } from '#journey/questions/quote.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { ratingRequestBody } from './car-and-rating-request-bodies.ts'

/** The body of valid answers; null while an earlier step is missing. */
export function bindRequestBody(
  answers: FormAnswers,
  draftState: Pick<DraftState, 'quoteId' | 'quote' | 'riskAddress' | 'postalAddress' | 'termsVersion'>,
  today: NzDay,
): RequestBodyOf<'quoteBind'> | null {
  const isRated = ratingRequestBody(answers, draftState, { today }) !== null
  const { car, policyholders, payment } = answers
  const completePolicyholders = policyholdersOf(policyholders)
  // `policyholdersOf` leaves out incomplete people; a policy without them is not what the customer answered.
  if (completePolicyholders.length < policyholders.policyholders.length) return null
  const [primary, ...others] = completePolicyholders
  const { quote, quoteId, postalAddress, riskAddress, termsVersion } = draftState
  if (!isRated || !primary || !quote || !quoteId || !postalAddress || !riskAddress) return null
  const [mainDriver, ...additionalDrivers] = driversOf(answers.driver).map(encodeRiskDriver)
  const paymentStart = paymentStartOf(answers, today)
  return {
    id: quoteId,
    type: 'quotes',
    attributes: {
      bindPolicyParties: encodeParties([primary, ...others], businessNameOf(policyholders)),
      bindVehicleDetails: {
        carRegistration: car.plate.trim(),
        ...(mainDriver && { mainDriver }),
        additionalDrivers,
      },
      endConsentDetails: {
        emailAddress: primary.email,
        endConsentIndicator: true,
        mobileNumber: primary.mobile,
      },
      paymentContextDetails: encodeDirectDebit({
        account: bankAccountOf(payment.bank),
        debitDay: debitDay(paymentStart, startDateOf(answers, today), today),
        paymentStart,
        termsVersion,
      }),
      policyHistory: quote.policyHistory,
      postalAddress: encodeAddress(postalAddress, 'POSTAL'),
      questions: [
        { code: '003', answer: 'N' },
        { code: '004', answer: 'N' },
      ],
      quoteDetails: {
        insuredDetails: { customerDob: primary.dateOfBirth, customerPostcode: riskAddress.postcode },
        quoteNumber: quote.policyDetails.quoteNum,
      },
    },
  }
}
