/** POST /vero/quote/amend: a changed cover, excess, option, frequency, value, start or declaration, priced anew (EDGE-09). */
import type { Handler } from '#server/lib/context.ts'
import { rateQuote } from '#server/quotes/rate-quote.ts'

export const quoteAmend: Handler<'quoteAmend'> = ({ body, visitor }, services) =>
  rateQuote(body, visitor, services)
