/** Table of all calls and their handlers, used by endpoints.ts. A call without a handler does not compile. */
import type { EndpointName } from '#contract/routes.ts'
import type { Handler } from '#server/lib/handler-types.ts'
import { addressPostal, addressRisk, addressSuggest } from './addresses.ts'
import { captchaChallenge, validateRecaptcha } from './captcha.ts'
import { calendarRetrieve, directDebitTerm, documentRetrieve } from './documents.ts'
import { emailQuote } from './email-quote.ts'
import { login } from './login.ts'
import { paymentCreate } from './payment-create.ts'
import { paymentRetry } from './payment-retry.ts'
import { policyRetrieve } from './policy-retrieve.ts'
import { retrieveProspect } from './prospect-retrieve.ts'
import { quoteAmend, quoteBind, quoteCreate } from './quote-changes.ts'
import { quoteRetrieve } from './quote-retrieve.ts'
import { registration } from './registration.ts'
import { session } from './session.ts'
import { sumInsured, vehicleDetails, vehicleLookup } from './vehicles.ts'

export const handlers: { readonly [N in EndpointName]: Handler<N> } = {
  addressPostal,
  addressRisk,
  addressSuggest,
  calendarRetrieve,
  captchaChallenge,
  directDebitTerm,
  documentRetrieve,
  emailQuote,
  login,
  paymentCreate,
  paymentRetry,
  policyRetrieve,
  prospectCar: retrieveProspect,
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
