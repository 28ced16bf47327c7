/** POST /vero/quote/create: one call with three request bodies, distinguished by their shape. */
import type { Handler } from '#server/lib/context.ts'
import { rateQuote } from '#server/quotes/rate-quote.ts'
import { saveCar } from '#server/quotes/save-car.ts'
import { savePolicyholders } from '#server/quotes/save-policyholders.ts'

export const quoteCreate: Handler<'quoteCreate'> = async ({ body, visitor }, services) => {
  if ('attributes' in body) return rateQuote(body, visitor, services)
  return 'vehicleDetails' in body
    ? saveCar(body, visitor, services)
    : savePolicyholders(body, visitor, services)
}
