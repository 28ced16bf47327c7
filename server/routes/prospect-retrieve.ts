/** Handler of GET /vero/prospect/car: finds a stored prospect by id, by number, or by both; a mismatch gives 204. */

import { can } from '#journey/access-level.ts'
import { refusalOf } from '#journey/purchase-states.ts'
import { accessLevelFor } from '#server/access/access-control.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import {
  empty,
  type Handler,
  type QuoteAccess,
  type RequestContext,
  reply,
} from '#server/lib/handler-types.ts'
import { isUuid } from '#server/lib/uuid.ts'
import { expireQuoteIfDue } from '#server/quotes/quote-checks.ts'
import { toProspectResponse } from '#server/quotes/response-mapper.ts'

export const retrieveProspect: Handler<'prospectCar'> = async ({ query, quoteAccess, caller }, services) => {
  const number = query.quoteNum ? services.insurer.readQuoteNumber(query.quoteNum) : null
  if (query.quoteNum && number === null) return empty
  if (query.id && !isUuid(query.id)) return empty
  const access = query.id ? quoteAccess : number && (await findByNumber(number, caller, services))
  if (!access) return empty
  const { quote } = access
  if (number !== null && quote.quote_number?.toUpperCase() !== number.toUpperCase()) return empty
  const isStranger = !can(access, 'viewSummary')
  // Without a binding only the quote number gives access, and only to car, cover and status.
  if (isStranger && number === null) return empty
  const status = await expireQuoteIfDue(quote, services.repositories, services.now())
  const over = refusalOf(status) !== null
  const seesThem = can(access, 'viewPeople') || can(access, 'viewRegisteredPerson')
  const answer = reply(toProspectResponse({ ...quote, status }, seesThem && !over))
  // A UUID cannot be guessed. A partner insurer may number its quotes consecutively, so guesses of a number
  // would hit.
  return isStranger && !query.id ? { ...answer, guessed: true } : answer
}

async function findByNumber(
  number: string,
  caller: RequestContext,
  { repositories }: Dependencies,
): Promise<QuoteAccess | null> {
  const quote = await repositories.findQuoteByNumber(number)
  if (!quote || quote.brand !== caller.brand.key) return null
  return { quote, level: await accessLevelFor(caller, quote.id, repositories) }
}
