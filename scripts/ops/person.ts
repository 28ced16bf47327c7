/** A person's rights over what is kept about them: a copy of all of it (IPP 6), and its end where no law keeps it (IPP 9). */
import { sql } from 'kysely'
import { forgetQuote } from '#db/purge.ts'
import { transact } from '#db/transact.ts'
import { isNzDay } from '#journey/dates.ts'
import { openRequest } from '#server/purchase/bind-request.ts'
import type { Keys } from '#server/secrets.ts'
import { type OpsCommand, type OpsHouse, OpsProblem } from './command.ts'
import { dropMails } from './drop-mails.ts'
import { type Asked, isPerson, ownShare, type Person, type Purchase } from './own-share.ts'

interface Found<Kept = unknown> {
  readonly id: string
  readonly sold: boolean
  readonly kept: Kept
  /** What the insurer was asked to bind, bank details in it; null where nothing was, or once it was destroyed. */
  readonly sealed: string | null
}

interface NamedDriver {
  readonly quoteNumber: string
  readonly dob: string
}

function askedFor(options: Readonly<Record<string, string>>): Person | NamedDriver {
  const { email = '', quote: quoteNumber = '', dob = '' } = options
  if (isNzDay(dob)) {
    if (email.includes('@') && quoteNumber === '') return { email, dob }
    if (email === '' && quoteNumber !== '') return { quoteNumber, dob }
  }
  throw new OpsProblem(
    'A policyholder is named by --email and --dob yyyy-mm-dd, a driver by --quote with its number and --dob.',
  )
}

/**
 * Quotes whose bind names this person: one sent without the pages may name people who stand nowhere else. Of those that
 * became policies the record tells the same.
 */
async function boundFor(person: Person, { database, keys }: OpsHouse): Promise<string[]> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select quote_id as id, request_enc as sealed from issuance
    where state <> 'ISSUED' and request_enc is not null`.execute(database.kysely)
  return rows
    .filter(({ id, sealed }) =>
      openRequest(sealed, id, keys()).policy.policyholders.some(holder => isPerson(holder, person)),
    )
    .map(({ id }) => id)
}

/** Every quote, bind and policy that names this person as a policyholder. */
async function findPolicyholder(person: Person, house: OpsHouse): Promise<Found<Purchase>[]> {
  const { email, dob } = person
  // People write their address now in capitals and now not.
  const isAmong = (holders: ReturnType<typeof sql>) => sql`exists (
    select 1 from jsonb_array_elements(${holders}) holder
    where lower(holder->>'email') = lower(${email}) and holder->>'dateOfBirth' = ${dob})`
  const { rows } = await sql<Found<Purchase>>`
    select q.id, p.policy_number is not null as sold, i.request_enc as sealed,
           jsonb_build_object(
             'quote', to_jsonb(q) - 'insurer_quote',
             'policy', to_jsonb(p),
             'payments', (select jsonb_agg(to_jsonb(y) - array['notice_token_hash', 'sid_hash', 'holders_hash', 'idem_key'])
                          from payment y where y.quote_id = q.id),
             'purchase', to_jsonb(i) - array['request_enc', 'request_hash', 'account_mark', 'idem_key', 'lease_owner', 'lease_until'],
             'history', (select jsonb_agg(to_jsonb(a) order by a.at) from audit a where a.quote_id = q.id)
           ) as kept
    from quote q left join policy p on p.quote_id = q.id left join issuance i on i.quote_id = q.id
    where ${isAmong(sql`q.policyholders->'policyholders'`)} or ${isAmong(sql`p.record->'policyholders'`)}
       or q.id = any(${await boundFor(person, house)})
    order by q.created_at`.execute(house.database.kysely)
  return rows
}

/**
 * A driver gave no address to be found by. Whoever only drives is shown what stands of them, and not the answers and bank
 * details of those whose quote it is.
 */
async function findDriver({ quoteNumber, dob }: NamedDriver, { database }: OpsHouse): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select q.id, p.policy_number is not null as sold, null as sealed,
           jsonb_build_object('quoteNumber', q.quote_number, 'drivers', jsonb_agg(driver)) as kept
    from quote q left join policy p on p.quote_id = q.id
    cross join jsonb_array_elements(coalesce(p.record->'drivers', q.drivers)) driver
    where q.quote_number = ${quoteNumber} and driver->>'dateOfBirth' = ${dob}
    group by q.id, p.policy_number`.execute(database.kysely)
  return rows
}

const findPerson = (asked: Person | NamedDriver, house: OpsHouse): Promise<Found[]> =>
  'email' in asked ? findPolicyholder(asked, house) : findDriver(asked, house)

const notFound = (asked: Person | NamedDriver): string =>
  'email' in asked
    ? 'No policyholder with this e-mail and date of birth. Whoever is only a driver is found by --quote and --dob.'
    : `No driver with this date of birth in quote ${asked.quoteNumber}.`

/** The request as the insurer has it, without our key to it. */
function askedIn({ id, sealed }: Found, keys: () => Keys): Asked | null {
  if (sealed === null) return null
  const { idempotencyKey: _, ...policy } = openRequest(sealed, id, keys()).policy
  return policy
}

async function shownTo(asked: Person | NamedDriver, house: OpsHouse): Promise<unknown[]> {
  if (!('email' in asked)) return (await findDriver(asked, house)).map(({ kept }) => kept)
  const found = await findPolicyholder(asked, house)
  return found.map(one => ownShare(one.kept, askedIn(one, house.keys), asked))
}

export const exportPerson: OpsCommand = {
  usage: 'export-person --email … (or --quote …) --dob yyyy-mm-dd',
  says: 'all that is kept about a policyholder, or about a driver in a quote, as JSON',
  options: ['email', 'quote', 'dob'],
  async run(house, options) {
    const asked = askedFor(options)
    const shown = await shownTo(asked, house)
    return shown.length > 0
      ? { lines: [JSON.stringify(shown, null, 2)], isWell: true }
      : { lines: [notFound(asked)], isWell: false }
  },
}

export const erasePerson: OpsCommand = {
  usage: 'erase-person --email … (or --quote …) --dob yyyy-mm-dd',
  says: 'forgets what was asked and not bought; says what has to be kept, and why',
  options: ['email', 'quote', 'dob'],
  async run(house, options) {
    const { database, keys, now } = house
    const asked = askedFor(options)
    const found = await findPerson(asked, house)
    if (found.length === 0) return { lines: [notFound(asked)], isWell: false }
    const lines: string[] = []
    for (const { id, sold } of found) {
      if (sold) {
        lines.push(
          `${id}: kept. A policy and its record are kept for seven years after it ends (Companies Act, Tax Administration Act).`,
        )
        continue
      }
      const isForgotten = await transact(database.kysely, async tx => {
        if (!(await forgetQuote(tx, id, now()))) return false
        await dropMails(tx, id, keys())
        return true
      })
      lines.push(
        isForgotten
          ? `${id}: forgotten.`
          : `${id}: kept for now. It is being bought or paid back; ask again when that is settled.`,
      )
    }
    return { lines, isWell: true }
  },
}
