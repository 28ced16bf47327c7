/**
 * POST /vero/quote/amend: changes cover, excess, option, frequency, value, start date or declaration, and
 * prices the quote again.
 */
import type { Handler } from '#server/lib/context.ts'
import { rateQuote } from '#server/quotes/rate-quote.ts'

export const quoteAmend: Handler<'quoteAmend'> = ({ body, visitor }, services) =>
  rateQuote(body, visitor, services)
