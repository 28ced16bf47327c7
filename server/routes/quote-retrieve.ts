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

/** Compares hashes, so that the time it takes says nothing about how much was right. */
const same = (left: string, right: string): boolean => timingSafeEqual(hashToken(left), hashToken(right))

/**
 * A policyholder's birth date, or while there is none the main driver's, with the postcode of the car or of the post. Once
 * somebody holds it, the driver is perhaps another person: one who began the quote for them, and is shown nothing more.
 */
function confirms(quote: Quote, dateOfBirth: string, postcode: string): boolean {
  const people = quote.policyholders?.policyholders ?? quote.drivers?.slice(0, 1) ?? []
  const births = people.map(person => person.dateOfBirth)
  const postcodes = [quote.risk_address?.postcode, quote.policyholders?.postalAddress.postcode].filter(
    code => code !== undefined,
  )
  // `filter` where `some` would do: it compares with each, and takes as long whichever was right.
  const bornThen = births.filter(birth => same(birth, dateOfBirth)).length > 0
  return postcodes.filter(code => same(code, postcode)).length > 0 && bornThen
}

/** The same however its letters are typed: each way of typing finds the same quote. */
const tryKey = (quoteNumber: string): string => `retrieve|${quoteNumber.toUpperCase()}`

/** Counted before it is looked at, so that guesses sent all at once are as many as guesses sent in turn. */
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
  // Nobody is locked out by being right; the guesses of others stay counted.
  await services.repositories.uncountEvent(tryKey(quoteNumber), hourMs, at)
  const status = await expireQuoteIfDue(quote, services)
  const known = await services.withTransaction(async repositories => {
    // Who fills it in now waits: what was confirmed of those before is not worth a right to those who come.
    const current = await repositories.lockQuote(quote.id)
    if (!current || current.others_since?.getTime() !== quote.others_since?.getTime()) return null
    return bindSessionToQuote(visitor, { quoteId: quote.id, level: 'VERIFIED', now: at }, { repositories })
  })
  if (!known) return empty
  const over = refusalOf(status) !== null
  const answer = reply({
    ...(quote.insurer_quote && toQuoteResponse(quote.insurer_quote)),
    id: quote.id,
    // From when it was looked up: others may have come in since the lock was let go.
    JWT: await sessionToken(quote.id, 'VERIFIED', known.visitor, services, at),
    prospect: toProspectResponse({ ...quote, status }, !over),
  })
  return { ...answer, ...known.cookie }
}
