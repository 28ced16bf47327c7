/**
 * Table of all calls and their handlers, used by endpoints.ts. An endpoint of the contract without a
 * handler does not compile.
 */
import type { EndpointName } from '#contract/endpoints.ts'
import type { Handler } from '#server/lib/context.ts'
import { addressPostal } from './address-postal.ts'
import { addressRisk } from './address-risk.ts'
import { addressSuggest } from './address-suggest.ts'
import { calendarRetrieve } from './calendar-retrieve.ts'
import { captchaChallenge } from './captcha-challenge.ts'
import { directDebitTerm } from './direct-debit-terms.ts'
import { emailQuote } from './email-quote.ts'
import { login } from './login.ts'
import { paymentCreate } from './payment-create.ts'
import { paymentRetry } from './payment-retry.ts'
import { policyRetrieve } from './policy-retrieve.ts'
import { prospectCar } from './prospect-car.ts'
import { quoteAmend } from './quote-amend.ts'
import { quoteBind } from './quote-bind.ts'
import { quoteCreate } from './quote-create.ts'
import { quoteRetrieve } from './quote-retrieve.ts'
import { registration } from './registration.ts'
import { scheduleRetrieve } from './schedule-retrieve.ts'
import { session } from './session.ts'
import { sumInsured } from './sum-insured.ts'
import { validateRecaptcha } from './validate-recaptcha.ts'
import { vehicleDetails } from './vehicle-details.ts'
import { vehicleLookup } from './vehicle-lookup.ts'

export const handlers: { readonly [N in EndpointName]: Handler<N> } = {
  addressPostal,
  addressRisk,
  addressSuggest,
  calendarRetrieve,
  captchaChallenge,
  directDebitTerm,
  documentRetrieve: scheduleRetrieve,
  emailQuote,
  login,
  paymentCreate,
  paymentRetry,
  policyRetrieve,
  prospectCar,
  quoteAmend,
  quoteBind,
  quoteCreate,
  quoteRetrieve,
  registration,
  session,
  sumInsured,
  validateRecaptcha,
  vehicleDetails,
  vehicleLookup,
}
