/** The body of quote/bind, sent by step 5: the whole policy as agreed, and the account to debit. */

import type { RequestBodyOf } from '#contract/endpoints.ts'
import { encodeNamedDriver } from '#contract/wire/driver.ts'
import type { NzDay } from '#journey/dates.ts'
import { debitDay } from '#journey/payment.ts'
import type { Policyholder } from '#journey/people.ts'
import { startDateOf } from '#journey/questions/cover-choice.ts'
import { driversOf } from '#journey/questions/driver.ts'
import { businessNameOf, paymentStartOf, policyholdersOf } from '#journey/questions/policyholders.ts'
import type { QuoteForm } from '#journey/questions/quote-form.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { ratedQuoteRequest } from './rated-quote-request.ts'

export type BindRequest = RequestBodyOf<'quoteBind'>

const individual = (holder: Policyholder) => ({
  // The specification carries it; no step asks for one.
  contactDetails: { emailAddress: holder.email, landlineNum: '', mobileNum: holder.mobile },
  dob: holder.dateOfBirth,
  givenName: holder.firstName,
  surname: holder.lastName,
  title: holder.title,
})

/** The body from answers that have no problem; null while an earlier step is missing. */
export function bindRequest(
  answers: QuoteForm,
  draftState: Pick<DraftState, 'quoteId' | 'quote' | 'riskAddress' | 'postalAddress' | 'termsVersion'>,
  today: NzDay,
): BindRequest | null {
  const isRated = ratedQuoteRequest(answers, draftState, { today }) !== null
  const { car, policyholders, payment } = answers
  const holders = policyholdersOf(policyholders)
  // An incomplete policyholder is left out there, and a policy without them is not what was answered.
  if (holders.length < policyholders.policyholders.length) return null
  const [primary, ...others] = holders
  const { quote, quoteId, postalAddress, riskAddress, termsVersion } = draftState
  if (!isRated || !primary || !quote || !quoteId || !postalAddress || !riskAddress) return null
  const [mainDriver, ...additionalDrivers] = driversOf(answers.driver).map(encodeNamedDriver)
  const paymentStartDate = paymentStartOf(answers, today)
  return {
    id: quoteId,
    type: 'quotes',
    attributes: {
      bindPolicyParties: {
        primaryPolicyHolder: {
          individualPolicyHolder: individual(primary),
          // Said even where there is none: what another tab saved is not this one's order.
          businessName: businessNameOf(policyholders),
        },
        additionalPolicyHolders: others.map(holder => ({ individualPolicyHolder: individual(holder) })),
      },
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
      paymentContextDetails: {
        bankPaymentDetails: {
          authorizerName: payment.bank.accountAuthorizer.trim(),
          bankAccountName: payment.bank.accountName.trim(),
          bankAccountNumber: payment.bank.accountNumber.trim(),
        },
        instalmentDebitDay: debitDay(paymentStartDate, startDateOf(answers, today), today),
        ...(paymentStartDate && { paymentStartDate }),
        ...(termsVersion && { directDebitTermsVersion: termsVersion }),
      },
      policyHistory: quote.policyHistory,
      postalAddress: { ...postalAddress, type: 'POSTAL' },
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
