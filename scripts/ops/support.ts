/** Operators' commands for phone support: show a quote or policy with its people masked, and mail documents again. */
import { findPolicyByNumber } from '#db/repositories/policies.ts'
import { findQuote, findQuoteByNumber, type Quote } from '#db/repositories/quotes.ts'
import { repositoriesFor } from '#db/repositories.ts'
import { runTransaction } from '#db/transaction.ts'
import { formatDay, formatLongDate, type NzDay, nzToday } from '#journey/dates.ts'
import { isEmail, parseEmail } from '#journey/email-address.ts'
import { moneyText } from '#journey/money.ts'
import { closedQuoteProblem } from '#journey/purchase-states.ts'
import { payloadIds } from '#server/jobs/job-payloads.ts'
import { hasExpired } from '#server/quotes/quote-checks.ts'
import { CommandError, UsageError } from '../command.ts'
import { type OpsCommand, type OpsContext, succeeded } from './command-types.ts'

/** Date and time in New Zealand: '28 November 2026, 14:05' */
const timeText = (at: Date): string =>
  `${formatLongDate(nzToday(at))}, ${at.toLocaleTimeString('en-NZ', { timeZone: 'Pacific/Auckland', hourCycle: 'h23', hour: '2-digit', minute: '2-digit' })}`

/** What a customer who opens the quote sees now. */
function customerView(quote: Quote, now: Date): string {
  const { declared_at: declaredAt, policyholders, insurer_quote: priced } = quote
  const isOpen = closedQuoteProblem(quote.status) === null
  switch (isOpen && hasExpired(quote, now) ? 'EXPIRED' : quote.status) {
    case 'DRAFT':
      return 'step 1 or 2: there is no price yet'
    case 'QUOTED':
      if (!priced) return 'step 1 or 2: the car was changed, and has no price yet'
      if (!declaredAt) return 'step 3: the price, not yet confirmed'
      return policyholders
        ? 'step 5 or the card page: only the payment is missing'
        : 'step 4: the policyholders'
    case 'OFFLINE':
      return 'that an underwriter must look at it, and the number to call'
    case 'BINDING':
      return 'that the purchase is being confirmed'
    case 'CONVERTED':
      return 'the success page with the documents'
    case 'EXPIRED':
      return 'that the quote has expired, and a link to a new one'
    case 'DECLINED':
      return `that no insurance is offered${priced ? ' for the current answers' : ''}`
  }
}

/** The first letter: 'M…' */
const initial = (text: string): string => (text === '' ? '' : `${[...text][0]}…`)

/** 'm…@e…' */
const maskedEmail = (email: string): string => email.split('@').map(initial).join('@')

/** The last three digits: '…567' */
const maskedEnd = (text: string): string => (text === '' ? '' : `…${text.slice(-3)}`)

function peopleLines({ policyholders, drivers }: Quote, isShown: boolean): string[] {
  const name = (first: string, last: string) =>
    isShown ? `${first} ${last}` : `${initial(first)} ${initial(last)}`
  const born = ({ dateOfBirth }: { dateOfBirth: NzDay }) =>
    isShown ? `, born ${formatDay(dateOfBirth)}` : ''
  return [
    ...(policyholders?.policyholders ?? []).map(person => {
      const email = isShown ? person.email : maskedEmail(person.email)
      const mobile = isShown ? person.mobile : maskedEnd(person.mobile)
      return `  policyholder  ${name(person.firstName, person.lastName)}  ${email}  ${mobile}${born(person)}`
    }),
    ...(drivers ?? []).map(
      driver =>
        `  driver        ${name(driver.firstName, driver.lastName)}${born(driver)}, ${driver.incidents.length} incidents`,
    ),
  ]
}

const priceLines = ({ insurer_quote: priced, valid_until: validUntil, choice }: Quote): string[] =>
  priced && choice
    ? [
        `  price         ${moneyText(priced.instalmentCents)} ${choice.frequency}, ${moneyText(priced.annualCents)} a year, ${choice.cover}${validUntil ? `, valid until ${formatLongDate(validUntil)}` : ''}`,
      ]
    : ['  price         none']

async function purchaseLines({ database }: OpsContext, quoteId: string): Promise<string[]> {
  const repositories = repositoriesFor(database.kysely)
  const payments = (await repositories.findPaymentsOfQuote(quoteId)).toReversed()
  const attempt = await repositories.findBindAttempt(quoteId)
  const policy = await repositories.findPolicy(quoteId)
  return [
    ...payments.map(
      ({ id, state, amount_cents: cents, created_at: at, unclear_since: unclear }) =>
        `  card payment  ${state}${unclear ? ', unclear' : ''}, ${moneyText(cents)}, ${timeText(at)}, ${id}`,
    ),
    ...(attempt
      ? [
          `  order         ${attempt.state}, asked ${attempt.attempts} times${attempt.last_error ? `, ${attempt.last_error}` : ''}`,
        ]
      : []),
    ...(policy ? [`  policy        ${policy.policy_number}, issued ${timeText(policy.issued_at)}`] : []),
  ]
}

/** Every event of the quote: steps, e-mails and payments, oldest first. */
async function historyLines({ database }: OpsContext, quoteId: string): Promise<string[]> {
  const events = await database.kysely
    .selectFrom('audit')
    .select(['at', 'what'])
    .where('quote_id', '=', quoteId)
    .orderBy('at')
    .execute()
  return events.map(({ at, what }) => `  ${timeText(at)}  ${what}`)
}

const shortestReason = 5

async function describeQuote(context: OpsContext, quote: Quote, reason: string | undefined) {
  const isShown = reason !== undefined
  if (isShown)
    await repositoriesFor(context.database.kysely).recordAuditEvent({
      quoteId: quote.id,
      what: 'person-shown',
      details: { reason, byHand: true },
      now: context.now(),
    })
  const plate = isShown ? quote.plate : maskedEnd(quote.plate)
  return succeeded(
    `Quote ${quote.quote_number ?? '(no number yet)'}  ${quote.id}`,
    `  brand         ${quote.brand}${quote.partner_id ? `, partner ${quote.partner_id}` : ''}, source ${quote.source}`,
    `  status        ${quote.status}, changed ${timeText(quote.changed_at)}`,
    `  customer sees ${customerView(quote, context.now())}`,
    `  car           ${plate}${quote.car ? `, ${quote.car.model}` : ''}`,
    ...priceLines(quote),
    ...peopleLines(quote, isShown),
    ...(await purchaseLines(context, quote.id)),
    'History',
    ...(await historyLines(context, quote.id)),
  )
}

/** Creates a command that describes the quote which `find` returns; null if no quote has the number. */
const supportCommand = (
  subject: string,
  says: string,
  find: (context: OpsContext, number: string) => Promise<Quote | null | undefined>,
): OpsCommand => ({
  usage: `${subject} NUMBER [--show-person REASON]`,
  says,
  options: ['show-person'],
  takesNumber: true,
  async run(context, { number = '', 'show-person': typedReason }) {
    const reason = typedReason?.trim()
    if (reason !== undefined && reason.length < shortestReason)
      throw new UsageError(`--show-person needs a reason of at least ${shortestReason} letters.`)
    const quote = await find(context, number)
    if (!quote) throw new CommandError(`There is no ${subject} with this number.`)
    return describeQuote(context, quote, reason)
  },
})

export const showQuoteCommand = supportCommand(
  'quote',
  'shows status, price, people, payments, history and what the customer sees now. People are masked; --show-person shows them, and the audit stores the reason',
  ({ database }, number) => findQuoteByNumber(database.kysely, number),
)

export const showPolicyCommand = supportCommand(
  'policy',
  'shows the same for the quote of a policy',
  async ({ database }, number) => {
    const typed = number.trim()
    for (const spelling of new Set([typed, typed.toUpperCase(), typed.toLowerCase()])) {
      const policy = await findPolicyByNumber(database.kysely, spelling)
      if (policy) return findQuote(database.kysely, policy.quote_id)
    }
    return null
  },
)

export const resendDocuments: OpsCommand = {
  usage: 'mail-again --policy NUMBER [--email …]',
  says: 'sends the documents of a policy again; with --email to this address, which replaces the one in the policy',
  options: ['policy', 'email'],
  async run({ database, jobs, now }, { policy: policyNumber = '', email: typed }) {
    const email = typed === undefined ? undefined : parseEmail(typed)
    if (email !== undefined && !isEmail(email)) throw new UsageError('--email is not an e-mail address.')
    const policy = await findPolicyByNumber(database.kysely, policyNumber)
    if (!policy) throw new CommandError('There is no policy with this number: name one by --policy.')
    const { quote_id: quoteId, record } = policy
    const queue = await jobs()
    await runTransaction(database.kysely, async tx => {
      const repositories = repositoriesFor(tx)
      await repositories.lockQuote(quoteId)
      if (email !== undefined) {
        const policyholders = record.policyholders.map((policyholder, place) =>
          place === 0 ? { ...policyholder, email } : policyholder,
        )
        // Revokes the link in the first e-mail, which may have reached another person.
        await tx
          .deleteFrom('login_token')
          .where('quote_id', '=', quoteId)
          .where('kind', '=', 'documents')
          .execute()
        await tx
          .updateTable('policy')
          .set({ record: JSON.stringify({ ...record, policyholders }) })
          .where('policy_number', '=', policyNumber)
          .execute()
      }
      const details = { corrected: email !== undefined }
      await repositories.recordAuditEvent({ quoteId, what: 'documents-sent-again', details, now: now() })
      // Otherwise a job that waits, or the next `retry`, would send it a second time.
      const unsent = (await queue.all(['policy-mail'], tx)).filter(
        job => job.state !== 'active' && payloadIds(job.payload).quoteId === quoteId,
      )
      await queue.delete(unsent, tx)
      await queue.jobsOn(tx).put('policy-mail', { quoteId, sentAgainAt: now().toISOString() })
    })
    return succeeded(
      'The servers send it within seconds.',
      ...(email === undefined ? [] : ['Tell the insurer the new address as well.']),
    )
  },
}
