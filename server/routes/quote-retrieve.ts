/**
 * POST /vero/quote/retrieve: finds a quote by number, date of birth and postcode. The response never says
 * which of the three was wrong.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Quote } from '#db/repositories/quotes.ts'
import { refusalOf } from '#journey/purchase-states.ts'
import { bindSessionToQuote, sessionToken } from '#server/access/log-in.ts'
import { type Dependencies, empty, type Handler, reply } from '#server/lib/context.ts'
import { hashToken } from '#server/lib/crypto.ts'
import { hourMs } from '#server/lib/durations.ts'
import { expireQuoteIfDue } from '#server/quotes/editable-quote.ts'
import { toProspectResponse, toQuoteResponse } from '#server/quotes/response-mapper.ts'

const triesAnHour = 5

/** Constant-time comparison of hashes, so that timing does not reveal a partial match. */
const same = (left: string, right: string): boolean => timingSafeEqual(hashToken(left), hashToken(right))

/**
 * Matches a policyholder's date of birth, or without policyholders the main driver's, and the postcode of
 * the car or the postal address. Once there is a policyholder, the driver may be another person, such as
 * the one who began the quote, and gets no access.
 */
function confirms(quote: Quote, dateOfBirth: string, postcode: string): boolean {
  const people = quote.policyholders?.policyholders ?? quote.drivers?.slice(0, 1) ?? []
  const births = people.map(person => person.dateOfBirth)
  const postcodes = [quote.risk_address?.postcode, quote.policyholders?.postalAddress.postcode].filter(
    code => code !== undefined,
  )
  // `filter` instead of `some`: it compares every entry, so timing does not reveal which one matched.
  const bornThen = births.filter(birth => same(birth, dateOfBirth)).length > 0
  return postcodes.filter(code => same(code, postcode)).length > 0 && bornThen
}

/** Case-insensitive, because every spelling finds the same quote. */
const tryKey = (quoteNumber: string): string => `retrieve|${quoteNumber.toUpperCase()}`

/** Counts the attempt before the look-up, so that concurrent guesses are limited like sequential ones. */
const tried = async (quoteNumber: string, at: Date, { repositories }: Dependencies): Promise<boolean> =>
  (await repositories.countEvent(tryKey(quoteNumber), hourMs, at)) > triesAnHour

export const quoteRetrieve: Handler<'quoteRetrieve'> = async ({ body, visitor }, services) => {
  const { insuredDetails } = body.attributes
  const typed = body.attributes.quoteNumber ?? body.quoteNumber ?? ''
  const quoteNumber = services.insurer.readQuoteNumber(typed)
  const at = services.now()
  if (quoteNumber === null || (await tried(quoteNumber, at, services))) return empty
  const quote = await services.repositories.findQuoteByNumber(quoteNumber)
  if (!quote || quote.brand !== visitor.brand.key) return empty
  if (!confirms(quote, insuredDetails.customerDob, insuredDetails.customerPostcode)) return empty
  // A correct attempt is not counted, so it locks out no one; the guesses of others stay counted.
  await services.repositories.undoCountEvent(tryKey(quoteNumber), hourMs, at)
  const status = await expireQuoteIfDue(quote, services)
  const known = await services.withTransaction(async repositories => {
    // The lock makes a concurrent edit wait. If another person's data was entered meanwhile, the
    // confirmation of the former data gives no access.
    const current = await repositories.lockQuote(quote.id)
    if (!current || current.ownership_changed_at?.getTime() !== quote.ownership_changed_at?.getTime())
      return null
    await repositories.countSale({ quoteId: quote.id, event: 'retrieved', detail: 'number', now: at })
    return bindSessionToQuote(visitor, { quoteId: quote.id, level: 'EDIT_QUOTE', now: at }, { repositories })
  })
  if (!known) return empty
  const over = refusalOf(status) !== null
  const answer = reply({
    ...(quote.insurer_quote && toQuoteResponse(quote.insurer_quote)),
    id: quote.id,
    // Counts from the time of the look-up: another person's data may have been entered since the lock was
    // released.
    JWT: await sessionToken(quote.id, 'EDIT_QUOTE', known.caller, services, at),
    prospect: toProspectResponse({ ...quote, status }, !over),
  })
  return { ...answer, ...known.cookie }
}
