/** Handler of GET /vero/prospect/car: finds a stored prospect by id, by number, or by both; a mismatch gives 204. */

import { can } from '#journey/access-level.ts'
import { refusalOf } from '#journey/purchase-states.ts'
import { accessLevelFor } from '#server/access/access-control.ts'
import { empty, type Handler, reply } from '#server/lib/context.ts'
import { isUuid } from '#server/lib/uuid.ts'
import { expireQuoteIfDue, loadQuote } from '#server/quotes/editable-quote.ts'
import { toProspectResponse } from '#server/quotes/response-mapper.ts'

export const retrieveProspect: Handler<'prospectCar'> = async ({ query, visitor }, services) => {
  const { repositories } = services
  const number = query.quoteNum ? services.insurer.readQuoteNumber(query.quoteNum) : null
  if (query.quoteNum && number === null) return empty
  if (query.id && !isUuid(query.id)) return empty
  const quote = query.id
    ? await loadQuote(query.id, visitor, services)
    : number
      ? await repositories.findQuoteByNumber(number)
      : undefined
  if (!quote || quote.brand !== visitor.brand.key) return empty
  if (number !== null && quote.quote_number?.toUpperCase() !== number.toUpperCase()) return empty
  const access = { level: await accessLevelFor(visitor, quote.id, services), quote }
  const isStranger = !can(access, 'viewSummary')
  // Without a binding only the quote number gives access, and only to car, cover and status.
  if (isStranger && number === null) return empty
  const status = await expireQuoteIfDue(quote, services)
  const over = refusalOf(status) !== null
  const seesThem = can(access, 'viewPeople') || can(access, 'viewRegisteredPerson')
  const answer = reply(toProspectResponse({ ...quote, status }, seesThem && !over))
  // A UUID cannot be guessed. A partner insurer may number its quotes consecutively, so guesses of a number
  // would hit.
  return isStranger && !query.id ? { ...answer, guessed: true } : answer
}
