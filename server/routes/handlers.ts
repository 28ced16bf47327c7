/** Table of all calls and their handlers, used by endpoints.ts. A missing handler does not compile. */
import type { EndpointName } from '#contract/routes.ts'
import type { Handler } from '#server/lib/handler-types.ts'
import { bindByDirectDebit } from '#server/purchase/bind-by-direct-debit.ts'
import { rateQuote } from '#server/quotes/rate-quote.ts'
import { saveCar } from '#server/quotes/save-car.ts'
import { savePolicyholders } from '#server/quotes/save-policyholders.ts'
import { paymentCreate, paymentRetry } from './card-pages.ts'
import { emailQuote } from './email-quote.ts'
import {
  addressPostal,
  addressRisk,
  addressSuggest,
  sumInsured,
  vehicleDetails,
  vehicleLookup,
} from './look-ups.ts'
import { calendarRetrieve, directDebitTerm, documentRetrieve, policyRetrieve } from './policy-retrieve.ts'
import { prospectCar, quoteRetrieve } from './quote-retrieve.ts'
import { registration } from './registration.ts'
import { captchaChallenge, login, session, validateRecaptcha } from './sessions.ts'

/** One call with three request bodies, recognised by their shape. */
const quoteCreate: Handler<'quoteCreate'> = async ({ body, quoteAccess, caller }, services) => {
  if ('attributes' in body) return rateQuote(body, quoteAccess, caller, services)
  return 'vehicleDetails' in body
    ? saveCar(body, quoteAccess, caller, services)
    : savePolicyholders(body, caller, services)
}

/** Changes cover, excess, option, frequency, value, start date or declaration, and prices the quote again. */
const quoteAmend: Handler<'quoteAmend'> = ({ body, quoteAccess, caller }, services) =>
  rateQuote(body, quoteAccess, caller, services)

const quoteBind: Handler<'quoteBind'> = ({ body, quoteAccess, caller }, services) =>
  bindByDirectDebit(body, quoteAccess, caller, services)

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
