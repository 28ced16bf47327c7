/** Handlers that find a stored quote by number, date of birth and postcode, or by id or number alone. */
import { timingSafeEqual } from 'node:crypto'
import type { Quote } from '#db/repositories/quotes.ts'
import { can } from '#journey/access-level.ts'
import { closedQuoteProblem } from '#journey/purchase-states.ts'
import { findAccessLevel } from '#server/access/find-access-level.ts'
import { createSessionToken, logInSession } from '#server/access/log-in.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { hourMs } from '#server/lib/durations.ts'
import {
  emptyResult,
  type Handler,
  okResult,
  type QuoteAccess,
  type RequestContext,
} from '#server/lib/handler-types.ts'
import { expireQuoteIfDue } from '#server/quotes/quote-checks.ts'
import { toProspectResponse, toQuoteResponse } from '#server/quotes/response-mapper.ts'

const attemptsPerHour = 5

/** Constant-time comparison of hashes, so that timing does not reveal a partial match. */
const equalsInConstantTime = (left: string, right: string): boolean =>
  timingSafeEqual(hashToken(left), hashToken(right))

/**
 * Compares the date of birth with those of the policyholders, or before step 4 with the main driver's, and the
 * postcode with those of the car and the letters. Once there is a policyholder, the driver may be another person: no
 * access.
 */
function matchesOwnerDetails(quote: Quote, dateOfBirth: string, postcode: string): boolean {
  const people = quote.policyholders?.policyholders ?? quote.drivers?.slice(0, 1) ?? []
  const births = people.map(person => person.dateOfBirth)
  const postcodes = [quote.risk_address?.postcode, quote.policyholders?.postalAddress.postcode].filter(
    code => code !== undefined,
  )
  // `filter` instead of `some`: it compares every entry, so timing does not reveal which one matched.
  const bornThen = births.filter(birth => equalsInConstantTime(birth, dateOfBirth)).length > 0
  return postcodes.filter(code => equalsInConstantTime(code, postcode)).length > 0 && bornThen
}

/** Case-insensitive, because every spelling finds the same quote. */
const attemptKey = (quoteNumber: string): string => `retrieve|${quoteNumber.toUpperCase()}`

/** Counts the attempt before the look-up, so that concurrent guesses are limited like sequential ones. */
const isOverAttemptLimit = async (
  quoteNumber: string,
  at: Date,
  { repositories }: Dependencies,
): Promise<boolean> =>
  (await repositories.incrementCounter(attemptKey(quoteNumber), hourMs, at)) > attemptsPerHour

export const quoteRetrieve: Handler<'quoteRetrieve'> = async ({ body, caller }, services) => {
  const { insuredDetails } = body.attributes
  const typed = body.attributes.quoteNumber ?? body.quoteNumber ?? ''
  const quoteNumber = services.insurer.readQuoteNumber(typed)
  const at = services.now()
  if (quoteNumber === null || (await isOverAttemptLimit(quoteNumber, at, services))) return emptyResult
  const quote = await services.repositories.findQuoteByNumber(quoteNumber)
  if (!quote || quote.brand !== caller.brand.key) return emptyResult
  if (!matchesOwnerDetails(quote, insuredDetails.customerDob, insuredDetails.customerPostcode))
    return emptyResult
  // A correct attempt does not lock the owner out; wrong attempts of others stay counted.
  await services.repositories.decrementCounter(attemptKey(quoteNumber), hourMs, at)
  const status = await expireQuoteIfDue(quote, services.repositories, at)
  const known = await services.withTransaction(async tx => {
    // A concurrent edit waits. If another person's data was entered meanwhile, the former data gives no access.
    const current = await tx.lockQuote(quote.id)
    if (!current || current.ownership_changed_at?.getTime() !== quote.ownership_changed_at?.getTime())
      return null
    const loggedIn = await logInSession(caller, { quoteId: quote.id, level: 'EDIT_QUOTE', now: at }, tx)
    await tx.countSalesEvent({ quoteId: quote.id, event: 'retrieved', detail: 'number', now: at })
    return loggedIn
  })
  if (!known) return emptyResult
  const over = closedQuoteProblem(status) !== null
  const answer = okResult({
    ...(quote.insurer_quote && toQuoteResponse(quote.insurer_quote)),
    id: quote.id,
    // It counts from the look-up: another person's data may have been entered since the lock was released.
    JWT: await createSessionToken(quote.id, 'EDIT_QUOTE', known.caller, services, at),
    prospect: toProspectResponse({ ...quote, status }, !over),
  })
  return { ...answer, ...known.cookie }
}

export const prospectCar: Handler<'prospectCar'> = async ({ query, quoteAccess, caller }, services) => {
  const number = query.quoteNum ? services.insurer.readQuoteNumber(query.quoteNum) : undefined
  // The text that was sent holds no number.
  if (number === null) return emptyResult
  const access = query.id ? quoteAccess : number && (await findByNumber(number, caller, services))
  if (!access || (number !== undefined && !hasNumber(access.quote, number))) return emptyResult
  const canViewSummary = can(access, 'viewSummary')
  // Without a binding only the quote number gives access, and only to car, cover and status.
  if (!canViewSummary && number === undefined) return emptyResult
  const answer = okResult(await prospectResponse(access, services))
  // A UUID cannot be guessed, but a partner insurer may number its quotes consecutively.
  return !canViewSummary && !query.id ? { ...answer, guessed: true } : answer
}

const hasNumber = ({ quote_number }: Quote, number: string): boolean =>
  quote_number?.toUpperCase() === number.toUpperCase()

async function findByNumber(
  number: string,
  caller: RequestContext,
  { repositories }: Dependencies,
): Promise<QuoteAccess | null> {
  const quote = await repositories.findQuoteByNumber(number)
  if (!quote || quote.brand !== caller.brand.key) return null
  return { quote, level: await findAccessLevel(caller, quote.id, repositories) }
}

async function prospectResponse(access: QuoteAccess, { repositories, now }: Dependencies) {
  const status = await expireQuoteIfDue(access.quote, repositories, now())
  const isOpen = closedQuoteProblem(status) === null
  const seesPeople = can(access, 'viewPeople') || can(access, 'viewRegisteredPerson')
  return toProspectResponse({ ...access.quote, status }, isOpen && seesPeople)
}
