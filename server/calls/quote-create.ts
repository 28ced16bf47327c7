/** POST /vero/quote/create: three bodies in one call, told apart by their shape (EDGE-08). */
import type { Handler } from '#server/context.ts'
import { rateQuote } from '#server/quote/rate-quote.ts'
import { saveCar } from '#server/quote/save-car.ts'
import { savePolicyholders } from '#server/quote/save-policyholders.ts'

export const quoteCreate: Handler<'quoteCreate'> = async ({ body, visitor }, services) => {
  if ('attributes' in body) return rateQuote(body, visitor, services)
  return 'vehicleDetails' in body
    ? saveCar(body, visitor, services)
    : savePolicyholders(body, visitor, services)
}
