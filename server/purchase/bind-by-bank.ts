/**
 * Binding by bank direct debit: the body is checked, the intent kept, and only then the insurer asked. Every repeat of
 * the click, in any tab and on any node, ends at the same policy (PAY-05, T11).
 */
import { createHash } from 'node:crypto'
import type { BodyOf } from '#contract/calls.ts'
import type { FieldError } from '#contract/problems.ts'
import type { Quote } from '#db/quotes.ts'
import { directDebitTerms, directDebitTermsVersion } from '#documents/direct-debit-terms.ts'
import { sameAccount } from '#journey/bank-account.ts'
import { nzToday } from '#journey/dates.ts'
import { directDebitTicks, isPaymentStart, paymentStartOn } from '#journey/payment.ts'
import type { Policyholder } from '#journey/people.ts'
import type { TermsConsent } from '#journey/policy-record.ts'
import { levelFor, mayWrite, ownsPolicy } from '#server/authority.ts'
import { type Answer, refuse, reply, type Services, type Visitor } from '#server/context.ts'
import { keptAddress } from '#server/quote/address-search.ts'
import { holderErrors } from '#server/quote/holder-errors.ts'
import { bringsOtherHolders, handOver } from '#server/quote/other-people.ts'
import {
  currentStatus,
  isPriced,
  needsDeclaration,
  type Priced,
  startIsOver,
} from '#server/quote/quote-at-hand.ts'
import { addressOf } from '#server/quote/read-body.ts'
import { signText } from '#server/secrets.ts'
import { type BindRequest, intentOf, requestOf } from './bind-request.ts'
import { issuePolicy } from './issue-policy.ts'

type Body = BodyOf<'quoteBind'>
type Individual = Body['attributes']['bindPolicyParties']['primaryPolicyHolder']['individualPolicyHolder']

const waitForOtherMs = 10_000
const lookEveryMs = 250

const holderOf = (person: Individual): Policyholder => ({
  title: person.title,
  firstName: person.givenName,
  lastName: person.surname,
  dateOfBirth: person.dob,
  email: person.contactDetails.emailAddress,
  mobile: person.contactDetails.mobileNum,
})

const holdersOf = ({ attributes }: Body): Policyholder[] => [
  holderOf(attributes.bindPolicyParties.primaryPolicyHolder.individualPolicyHolder),
  ...(attributes.bindPolicyParties.additionalPolicyHolders ?? []).map(one =>
    holderOf(one.individualPolicyHolder),
  ),
]

function errorsOf(body: Body, quote: Quote, now: Date): FieldError[] {
  const { attributes } = body
  const details = attributes.paymentContextDetails
  const start = quote.choice?.startDate ?? ''
  const today = nzToday(now)
  const errors: FieldError[] = []
  if (attributes.quoteDetails.quoteNumber !== quote.quote_number)
    errors.push({ path: 'attributes.quoteDetails.quoteNumber', message: 'is not the number of this quote' })
  if (attributes.bindVehicleDetails.carRegistration !== quote.plate)
    errors.push({
      path: 'attributes.bindVehicleDetails.carRegistration',
      message: 'is not the car of this quote',
    })
  if (new Set(attributes.questions.map(question => question.code)).size !== 2)
    errors.push({ path: 'attributes.questions', message: 'must answer 003 and 004' })
  if (details.paymentStartDate !== undefined && !isPaymentStart(details.paymentStartDate, start))
    errors.push({
      path: 'attributes.paymentContextDetails.paymentStartDate',
      message: 'is not within 14 days of the policy start',
    })
  if (quote.choice?.frequency === 'ANNUAL')
    errors.push({ path: 'attributes.paymentContextDetails', message: 'a year is paid by card only' })
  const partyErrors = ({ individualPolicyHolder }: { individualPolicyHolder: Individual }, at: string) => {
    const path = `attributes.bindPolicyParties.${at}.individualPolicyHolder`
    const paths = { dateOfBirth: `${path}.dob`, mobile: `${path}.contactDetails.mobileNum` }
    return holderErrors(holderOf(individualPolicyHolder), paths, today)
  }
  const { primaryPolicyHolder, additionalPolicyHolders = [] } = attributes.bindPolicyParties
  errors.push(
    ...partyErrors(primaryPolicyHolder, 'primaryPolicyHolder'),
    ...additionalPolicyHolders.flatMap((one, index) => partyErrors(one, `additionalPolicyHolders.${index}`)),
  )
  return errors
}

function askedBy(body: Body, quote: Priced, visitor: Visitor, services: Services, now: Date): BindRequest {
  const { bindPolicyParties, paymentContextDetails, postalAddress } = body.attributes
  const {
    bankPaymentDetails,
    instalmentDebitDay,
    // The specification carries no more than the day of the month; ours is the whole day.
    paymentStartDate = paymentStartOn(instalmentDebitDay, quote.insurer_quote.choice.startDate),
    directDebitTermsVersion: version,
  } = paymentContextDetails
  return requestOf(
    quote,
    {
      holders: {
        policyholders: holdersOf(body),
        businessName: bindPolicyParties.primaryPolicyHolder.businessName ?? '',
        postalAddress: keptAddress(addressOf(postalAddress), services),
      },
      payment: {
        method: 'bank',
        accountName: bankPaymentDetails.bankAccountName,
        accountNumber: bankPaymentDetails.bankAccountNumber,
        authoriserName: bankPaymentDetails.authorizerName,
      },
      paymentStart: paymentStartDate,
      card: null,
      terms: consentOf(version, visitor, now),
    },
    now,
  )
}

/** The account and who authorised it are the insurer's to keep, who has them with the policy (decision 0025). */
function consentOf(version = directDebitTermsVersion, visitor: Visitor, agreedAt: Date): TermsConsent {
  const sent = version === directDebitTermsVersion ? directDebitTerms(visitor.brand) : null
  return {
    agreedAt: agreedAt.toISOString(),
    version,
    textSha256: sent && createHash('sha256').update(sent).digest('hex'),
    ticked: [directDebitTicks.authorised, directDebitTicks.agreed],
    ip: visitor.ip,
    userAgent: visitor.userAgent,
  }
}

/** Tells that two policies are paid from the same account without saying which: nobody can count back from it without our key (T43). */
const accountMark = ({ attributes }: Body, { keys }: Services): string =>
  signText(
    keys,
    `account|${sameAccount(attributes.paymentContextDetails.bankPaymentDetails.bankAccountNumber)}`,
  )

type Begun =
  | { readonly go: true }
  | {
      readonly refused: 'MALFORMED' | 'NOT_READY' | 'QUOTE_EXPIRED' | 'STALE'
      readonly errors?: FieldError[]
    }

/** Keeps the intent, or finds one already kept. Nothing is asked of anybody before this has been committed. */
async function begin(body: Body, visitor: Visitor, services: Services): Promise<Begun> {
  const now = services.now()
  return services.transact(async (books, jobs): Promise<Begun> => {
    const quote = await books.lockQuote(body.id)
    if (!quote || quote.brand !== visitor.brand.key) return { refused: 'NOT_READY' }
    const level = await levelFor(visitor, body.id, { ...services, books })
    // Who merely holds a link to the quote must not learn the number of the policy it became.
    if (quote.status === 'BINDING' || quote.status === 'CONVERTED')
      return ownsPolicy(level, visitor) ? { go: true } : { refused: 'NOT_READY' }
    if (!mayWrite(level, quote)) return { refused: 'NOT_READY' }
    if ((await currentStatus(quote, { ...services, books })) === 'EXPIRED')
      return { refused: 'QUOTE_EXPIRED' }
    if (quote.status !== 'QUOTED' || !isPriced(quote) || needsDeclaration(quote) || startIsOver(quote, now))
      return { refused: 'NOT_READY' }
    const errors = errorsOf(body, quote, now)
    if (errors.length > 0) return { refused: 'MALFORMED', errors }
    const history = body.attributes.policyHistory
    if (history && history.lastModifiedDatetime !== quote.insurer_quote.history.lastModifiedDatetime)
      return { refused: 'STALE' }
    const request = askedBy(body, quote, visitor, services, now)
    const intended = await books.intendIssuance({ ...intentOf(request, quote, null, services.keys), now })
    if (!intended) return { go: true }
    await books.setQuoteStatus(quote.id, 'BINDING', now)
    // People who come with the purchase itself are other people's answers as much as those saved before it.
    if (bringsOtherHolders(quote, request.policy)) await handOver(quote.id, visitor, books, now)
    if (visitor.sidHash)
      await books.bindSession({ sidHash: visitor.sidHash, quoteId: quote.id, level: 'BOUGHT', now })
    await books.record({
      quoteId: quote.id,
      what: 'bind-intended',
      details: { version: quote.version, account: accountMark(body, services) },
      now,
    })
    // Should this node die in the middle, another one takes over once the lease has run out.
    await jobs.put('issue-policy', quote.id, 35)
    return { go: true }
  })
}

export async function bindByBank(
  body: Body,
  visitor: Visitor,
  services: Services,
): Promise<Answer<'quoteBind'>> {
  const begun = await begin(body, visitor, services)
  if ('refused' in begun) return refuse(begun.refused, begun.errors ? { errors: begun.errors } : {})
  const until = services.now().getTime() + waitForOtherMs
  for (;;) {
    const outcome = await issuePolicy(body.id, services)
    if (outcome.outcome === 'issued') return reply({ policyNumber: outcome.policyNumber })
    if (outcome.outcome === 'rejected') return refuse('REJECTED')
    const issuance = await services.books.findIssuance(body.id)
    // Settled by somebody else between the two looks: read it. Somebody is asking just now: wait for them a little.
    if (issuance?.state === 'ISSUED' || issuance?.state === 'REJECTED') continue
    const othersAsk = issuance?.lease_until != null && issuance.lease_until > services.now()
    if (!othersAsk || services.now().getTime() > until)
      return refuse('BIND_PENDING', { retryAfterSeconds: 5 })
    await services.pause(lookEveryMs)
  }
}
