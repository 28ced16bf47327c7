/** Handlers of the calls that change a quote or buy it by direct debit. */
import type { Handler } from '#server/lib/handler-types.ts'
import { bindByBank } from '#server/purchase/bind-by-bank.ts'
import { rateQuote } from '#server/quotes/rate-quote.ts'
import { saveCar } from '#server/quotes/save-car.ts'
import { savePolicyholders } from '#server/quotes/save-policyholders.ts'

/** One call with three request bodies, recognised by their shape. */
export const quoteCreate: Handler<'quoteCreate'> = async ({ body, quoteAccess, caller }, services) => {
  if ('attributes' in body) return rateQuote(body, quoteAccess, caller, services)
  return 'vehicleDetails' in body
    ? saveCar(body, quoteAccess, caller, services)
    : savePolicyholders(body, caller, services)
}

/** Changes cover, excess, option, frequency, value, start date or declaration, and prices the quote again. */
export const quoteAmend: Handler<'quoteAmend'> = ({ body, quoteAccess, caller }, services) =>
  rateQuote(body, quoteAccess, caller, services)

export const quoteBind: Handler<'quoteBind'> = ({ body, quoteAccess, caller }, services) =>
  bindByBank(body, quoteAccess, caller, services)
