/** Finds all stored data about a policyholder or driver, for the commands of privacy-requests.ts. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { QuoteApplicant } from '#db/json-columns.ts'
import { storedDriver, storedIndicators } from '#journey/database-json-schemas.ts'
import { isNzDay } from '#journey/dates.ts'
import { parseEmail } from '#journey/email-address.ts'
import { type Driver, nameKey } from '#journey/people.ts'
import { normalizePlate } from '#journey/plate-and-car-value.ts'
import type { Keys } from '#server/lib/crypto.ts'
import { type BindRequest, decryptBindRequest } from '#server/purchase/bind-request.ts'
import { CommandError, UsageError } from '../command.ts'
import type { CommandOptions, OpsContext } from './command-types.ts'
import {
  type BindRequestData,
  driverIndicators,
  matchesPerson,
  type Person,
  type Purchase,
  privacyReportData,
  purchaseShape,
} from './privacy-report-data.ts'

export interface FoundQuote {
  readonly id: string
  readonly sold: boolean
  /** The insurer's quote number. */
  readonly number: string | null
  readonly shown: () => unknown
}

interface Bought extends Omit<FoundQuote, 'shown'> {
  readonly purchase: unknown
  /** The encrypted bind request with its bank details; null if there is none or it was deleted. */
  readonly encrypted: string | null
}

/** Empty fields are not compared. */
interface NamedDriver {
  readonly quoteNumber: string
  readonly plate: string
  /** Letters only. */
  readonly name: string
  readonly dob: string
}

/** Ignores accents and punctuation, which a terminal may lack: 'maia o'brien' finds Māia O'Brien. */
const lettersOf = (name: string): string =>
  nameKey(name)
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')

export function askedFor(options: CommandOptions): Person | NamedDriver {
  const { email = '', quote: quoteNumber = '', dob = '' } = options
  const driver = {
    quoteNumber,
    plate: normalizePlate(options.plate ?? ''),
    name: lettersOf(options.name ?? ''),
  }
  const isDriver = Object.values(driver).some(given => given !== '')
  if (isNzDay(dob)) {
    if (email.includes('@') && !isDriver) return { email: parseEmail(email), dob }
    if (email === '' && isDriver) return { ...driver, dob }
  }
  throw new UsageError(
    'Name a policyholder by --email and --dob yyyy-mm-dd. Name a driver by --dob and at least one of --quote with the quote number, --plate, and --name with first and last name.',
  )
}

/** The quote without the insurer's table of all prices, which the customer never saw. */
const keptQuote = sql`to_jsonb(q) #- '{insurer_quote,priceTable}'`
const history = sql`(select jsonb_agg(to_jsonb(a) order by a.at) from public.audit a where a.quote_id = q.id)`

/** The decrypted bind request; null if its key is gone or its shape is wrong. */
function decryptedRequest(encrypted: string, quoteId: string, keys: Keys): BindRequest | null {
  try {
    return decryptBindRequest(encrypted, quoteId, keys)
  } catch {
    return null
  }
}

/**
 * Quotes without a policy whose bind request names this person: an API client may name people who are stored nowhere
 * else. `unreadable`: quotes whose bind request cannot be decrypted.
 */
async function boundFor(person: Person, { database, keys }: OpsContext) {
  const { rows } = await sql<{ id: string; encrypted: string }>`
    select quote_id as id, encrypted_request as encrypted from public.bind_attempt
    where state <> 'ISSUED' and encrypted_request is not null`.execute(database.kysely)
  const opened = rows.map(({ id, encrypted }) => ({ id, request: decryptedRequest(encrypted, id, keys()) }))
  const names = (request: BindRequest) =>
    request.policy.policyholders.some(policyholder => matchesPerson(policyholder, person))
  return {
    ids: opened.flatMap(({ id, request }) => (request && names(request) ? [id] : [])),
    unreadable: opened.flatMap(({ id, request }) => (request ? [] : [id])),
  }
}

/** The bind request as the insurer has it, without our idempotency key. */
function askedIn({ id, encrypted }: Bought, keys: () => Keys): BindRequestData | null {
  const request = encrypted === null ? null : decryptedRequest(encrypted, id, keys())
  if (!request) return null
  const { idempotencyKey: _, ...policy } = request.policy
  return policy
}

interface Search {
  readonly found: FoundQuote[]
  /** Sentences about stored data that may name the person too, and could not be read. */
  readonly notSearched: readonly string[]
}

export const notSearchedBecause = (why: string, what: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`Not searched, because ${why}: ${what} ${ids.join(', ')} (docs/runbook.md).`]
export const undecryptable = 'they cannot be decrypted'

/** SQL condition: this JSON, of whatever form, contains the date of birth. */
const containsBirthDate = (json: ReturnType<typeof sql>, dob: string) =>
  sql`jsonb_path_exists(${json}, '$.**.dateOfBirth ? (@ == $dob)', jsonb_build_object('dob', ${dob}::text))`

/** The rows that fit the schema. A row that does not is reported, and does not stop the others. */
function parseRows<Row extends { readonly id: string }, T>(shape: z.ZodMiniType<T>, rows: readonly Row[]) {
  const read = rows.map(row => ({ row, answers: shape.safeParse(row) }))
  const unfitIds = read.flatMap(({ row, answers }) => (answers.success ? [] : [row.id]))
  return {
    parsed: read.flatMap(({ row, answers }) => (answers.success ? [{ ...row, ...answers.data }] : [])),
    notSearched: notSearchedBecause('their stored answers do not fit the schema', 'the quotes', unfitIds),
  }
}

/** Every quote, bind and policy that names this person as a policyholder. */
async function findPolicyholder(person: Person, context: OpsContext): Promise<Search> {
  const bound = await boundFor(person, context)
  const { rows } = await sql<Bought>`
    select q.id, p.policy_number is not null as sold, q.quote_number as number, i.encrypted_request as encrypted,
           jsonb_build_object(
             'quote', ${keptQuote},
             'policy', to_jsonb(p),
             'payments', (select jsonb_agg(to_jsonb(y) - array['webhook_token_hash', 'session_id', 'policyholders_hash', 'idempotency_key', 'refund_lease_owner', 'refund_lease_until'])
                          from public.payment y where y.quote_id = q.id),
             'purchase', to_jsonb(i) - array['encrypted_request', 'request_hash', 'account_fingerprint', 'idempotency_key', 'lease_owner', 'lease_until'],
             'history', ${history}
           ) as purchase
    from public.quote q left join public.policy p on p.quote_id = q.id left join public.bind_attempt i on i.quote_id = q.id
    where ${containsBirthDate(sql`q.policyholders`, person.dob)} or ${containsBirthDate(sql`p.record`, person.dob)}
       or q.id = any(${bound.ids})
    order by q.created_at`.execute(context.database.kysely)
  // Compares e-mail addresses here and not in SQL, because case and domain form may differ.
  const { parsed, notSearched } = parseRows(z.looseObject({ purchase: purchaseShape }), rows)
  const isNamed = ({ id, purchase }: { readonly id: string; readonly purchase: Purchase }) =>
    bound.ids.includes(id) ||
    [purchase.quote.policyholders, purchase.policy?.record].some(list =>
      list?.policyholders.some(one => matchesPerson(one, person)),
    )
  const found = parsed.filter(isNamed).map(bought => ({
    ...bought,
    shown: () => privacyReportData(bought.purchase, askedIn(bought, context.keys), person),
  }))
  return {
    found,
    notSearched: [
      ...notSearchedBecause(undecryptable, 'the bind requests of the quotes', bound.unreadable),
      ...notSearched,
    ],
  }
}

interface Driven extends Omit<FoundQuote, 'shown'> {
  readonly drivers: unknown
  readonly indicators: unknown
  /** The whole quote, if it has no policyholders yet. */
  readonly whole: unknown
}

/**
 * Drivers have no e-mail address. A driver who is not a policyholder sees only their own data. Before step 4 the main
 * driver sees the whole quote.
 */
async function findDriver(asked: NamedDriver, { database }: OpsContext): Promise<Search> {
  const { quoteNumber, plate, name, dob } = asked
  const given = (column: string, value: string) =>
    value === '' ? sql`true` : sql`${sql.ref(column)} = ${value}`
  const { rows } = await sql<Driven>`
    select q.id, p.policy_number is not null as sold, q.quote_number as number, q.indicators,
           coalesce(p.record->'drivers', q.drivers) as drivers,
           case when q.policyholders is null and p.quote_id is null and i.quote_id is null
             then jsonb_build_object('quote', ${keptQuote}, 'history', ${history}) end as whole
    from public.quote q left join public.policy p on p.quote_id = q.id left join public.bind_attempt i on i.quote_id = q.id
    where ${given('q.quote_number', quoteNumber)} and ${given('q.plate', plate)}
      and ${containsBirthDate(sql`coalesce(p.record->'drivers', q.drivers)`, dob)}
    order by q.created_at`.execute(database.kysely)
  const shape = z.looseObject({ drivers: z.array(storedDriver), indicators: z.nullable(storedIndicators) })
  const { parsed, notSearched } = parseRows(shape, rows)
  const nameOf = ({ firstName, lastName }: Driver) => lettersOf(firstName + lastName)
  const driven = parsed.flatMap(({ drivers, ...row }) => {
    const own = drivers.filter(one => one.dateOfBirth === dob && ['', nameOf(one)].includes(name))
    return own.length > 0 ? [{ ...row, own, isMain: own[0] === drivers[0] }] : []
  })
  if (new Set(driven.flatMap(({ own }) => own.map(nameOf))).size > 1)
    throw new CommandError('Several drivers have this date of birth: name one by --name as well.')
  const found = driven.map(({ indicators, whole, own, isMain, ...row }) => ({
    ...row,
    shown: () =>
      whole && isMain ? whole : { quoteNumber: row.number, drivers: own, ...driverIndicators(indicators) },
  }))
  return { found, notSearched }
}

interface Registered extends Omit<FoundQuote, 'sold' | 'shown'> {
  readonly registration: { readonly applicant: QuoteApplicant }
}

/**
 * Finds people registered by a partner in quotes without drivers, by e-mail or by name and plate. Without a birth date
 * to compare, they see only the partner's data, because later answers may be another person's.
 */
async function findRegistered(asked: Person | NamedDriver, { database }: OpsContext): Promise<FoundQuote[]> {
  if (!('email' in asked) && (asked.plate === '' || asked.name === '')) return []
  const isTheirs =
    'email' in asked
      ? sql`lower(applicant->>'email') = lower(${asked.email})`
      : sql`plate = ${asked.plate} and ${asked.quoteNumber} = ''`
  const { rows } = await sql<Registered>`
    select id, quote_number as number,
           jsonb_build_object('applicant', applicant, 'plate', plate, 'brand', brand, 'source', source,
                              'partner_id', partner_id, 'status', status, 'created_at', created_at) as registration
    from public.quote where applicant is not null and drivers is null and ${isTheirs}
    order by created_at`.execute(database.kysely)
  const nameOf = ({ firstName = '', lastName = '' }: QuoteApplicant) => lettersOf(firstName + lastName)
  return rows
    .filter(({ registration }) => 'email' in asked || nameOf(registration.applicant) === asked.name)
    .map(({ registration, ...row }) => ({ ...row, sold: false, shown: () => ({ registration }) }))
}

export async function findPerson(asked: Person | NamedDriver, context: OpsContext): Promise<Search> {
  const { found, notSearched } =
    'email' in asked ? await findPolicyholder(asked, context) : await findDriver(asked, context)
  return { found: [...found, ...(await findRegistered(asked, context))], notSearched }
}

/** A sentence about quotes of this car without people, which this search cannot find. */
async function quotesWithoutPeople({ plate }: NamedDriver, { database }: OpsContext): Promise<string> {
  if (plate === '') return ''
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from public.quote where plate = ${plate} and drivers is null and applicant is null and anonymised_at is null`.execute(
    database.kysely,
  )
  const count = rows[0]?.count ?? 0
  return count > 0
    ? ` Not searched: ${count} ${count === 1 ? 'quote' : 'quotes'} of this car without people (docs/runbook.md).`
    : ''
}

/** The operator's advice when nothing was found. */
export async function notFound(asked: Person | NamedDriver, context: OpsContext): Promise<string> {
  if ('email' in asked)
    return 'No quote, bind request or policy has a policyholder with this e-mail and date of birth, and no partner registered this e-mail. Find a driver, or a customer who stopped at a price, by --dob with --quote, --plate or --name.'
  const { quoteNumber, plate, name } = asked
  const where = `${quoteNumber && ` with the number ${quoteNumber}`}${plate && ` of the car ${plate}`}`
  return `No quote or policy${where} has a driver with this ${name && 'name and '}date of birth.${await quotesWithoutPeople(asked, context)}`
}
