/**
 * The operators' command `seen`, which removes a handled item from the task list (`waiting`); a new occurrence is
 * listed again.
 */
import { type RawBuilder, sql } from 'kysely'
import { repositoriesFor } from '#db/repositories.ts'
import { runTransaction } from '#db/transaction.ts'
import { payloadIds } from '#server/jobs/job-payloads.ts'
import { isUuid } from '#server/lib/uuid.ts'
import { mailKinds } from '#server/mail/deliver.ts'
import {
  type CommandOptions,
  type CommandResult,
  failed,
  type OpsCommand,
  type OpsContext,
  OpsError,
  succeeded,
} from './command.ts'

/** Identifies one of several events `it` of a quote: by message id, policy number or payment id. */
const whichOne = sql<
  string | null
>`coalesce(it.details ->> 'message', it.details ->> 'policyNumber', it.details ->> 'paymentId')`

/** True if no later `seen` event covers the event `it`. */
export const unacknowledged = sql<boolean>`not exists (
  select 1 from public.audit seen where seen.quote_id = it.quote_id and seen.what = 'seen'
    and seen.details ->> 'of' = it.what and seen.at >= it.at
    and (seen.details ->> 'which' is null or seen.details ->> 'which' = ${whichOne}))`

interface Subject {
  /** The audit event that was listed. */
  readonly of: string
  readonly found: RawBuilder<{ id: string; which: string | null }>
}

/** The listed events of a quote that match `isNamed`. */
const ofQuote = (quote: string, of: string, isNamed: RawBuilder<boolean> = sql`true`): Subject => ({
  of,
  found: sql`select distinct it.quote_id as id, ${whichOne} as which from public.audit it
             where it.quote_id = ${quote} and it.what = ${of} and ${unacknowledged} and ${isNamed}`,
})

const ofPolicyMail = (policyNumber: string): Subject => ({
  of: 'mail-refused',
  found: sql`select quote_id as id, null as which from public.policy where policy_number = ${policyNumber}`,
})

/** All recent quotes that were bought with the same account. */
const ofAccount = (mark: string): Subject => ({
  of: 'bind-intended',
  found: sql`select distinct it.quote_id as id, null as which
             from public.audit it join public.bind_attempt on bind_attempt.quote_id = it.quote_id and account_fingerprint = ${mark}
             where what = 'bind-intended' and at > now() - interval '30 days'`,
})

/** `mail` is a kind of e-mail ('notice') or one e-mail of that kind ('notice-2'); null for an unknown kind. */
function ofMail(quote: string, mail: string): Subject | null {
  const kind = mail.replace(/-\d+$/, '')
  if (!mailKinds.some(known => known === kind)) return null
  const isNamed = sql<boolean>`starts_with(it.details ->> 'message', ${`<${mail}.`})`
  return ofQuote(quote, `${kind}-refused`, kind === mail ? undefined : isNamed)
}

function subjectIn(options: CommandOptions): Subject | null {
  const { quote = '', mail = '', policy = '', account = '', payment = '' } = options
  const given = Object.keys(options).sort().join(' ')
  if (given === 'policy') return ofPolicyMail(policy)
  if (given === 'account') return ofAccount(account)
  if (!isUuid(quote)) return null
  if (given === 'mail quote') return ofMail(quote, mail)
  if (given === 'mail payment quote' && mail === 'refund-mail')
    return ofQuote(quote, 'refund-mail-refused', sql`${whichOne} = ${payment}`)
  if (given === 'quote') return ofQuote(quote, 'policy-unkept')
  return given === 'policy quote' ? ofQuote(quote, 'policy-unkept', sql`${whichOne} = ${policy}`) : null
}

/** Deletes the job, which must not run again and may contain an address. */
async function deleteFailedJob({ database, jobs, now }: OpsContext, id: string): Promise<CommandResult> {
  const queue = await jobs()
  return runTransaction(database.kysely, async tx => {
    const job = (await queue.givenUp(tx)).find(one => one.id === id)
    if (!job) return failed('There is no failed job with this id.')
    const repositories = repositoriesFor(tx)
    const { quoteId, paymentId } = payloadIds(job.payload)
    const payment = paymentId === undefined ? undefined : await repositories.findPayment(paymentId)
    await queue.delete([job], tx)
    await repositories.recordAuditEvent({
      quoteId: quoteId ?? payment?.quote_id ?? null,
      what: 'seen',
      details: { of: 'given-up', kind: job.kind, job: id, byHand: true },
      now: now(),
    })
    return succeeded('The job is deleted and will not run again.')
  })
}

export const acknowledge: OpsCommand = {
  usage:
    'seen (--quote ID [--policy NUMBER] | --quote ID --mail KIND [--payment ID] | --policy NUMBER | --account MARK | --job ID)',
  says: 'removes a handled item from the list: a policy that only the insurer has, a refused mail, an account with many policies, or a failed job. A new occurrence is listed again',
  options: ['quote', 'mail', 'payment', 'policy', 'account', 'job'],
  async run(context, options) {
    const { database, now } = context
    const { job, ...others } = options
    if (job !== undefined && isUuid(job) && Object.keys(others).length === 0)
      return deleteFailedJob(context, job)
    const subject = subjectIn(options)
    if (!subject)
      throw new OpsError(
        'Name the item as `npm run ops` lists it: by --quote, --policy, --account or --job. A mail also needs --mail and its kind.',
      )
    const { rows } = await subject.found.execute(database.kysely)
    if (rows.length === 0) return failed('No listed item matches.')
    const names = new Set(rows.map(row => row.which))
    if (names.size > 1)
      return failed(
        `Several items match: ${[...names].join(', ')}. Name one: a notice by --mail notice-1, a refund by --payment, a policy by --policy beside --quote.`,
      )
    await runTransaction(database.kysely, async tx => {
      for (const { id, which } of rows) {
        const details = { of: subject.of, which, byHand: true }
        await repositoriesFor(tx).recordAuditEvent({ quoteId: id, what: 'seen', details, now: now() })
      }
    })
    return succeeded('The item is no longer listed. A new occurrence will be.')
  },
}
