/** Operators' command that removes a handled item from the task list (`waiting`); a new occurrence is listed again. */
import { type RawBuilder, sql } from 'kysely'
import { repositoriesFor } from '#db/repositories.ts'
import { runTransaction } from '#db/transaction.ts'
import { idsIn } from '#server/jobs/job-payloads.ts'
import { isUuid } from '#server/lib/uuid.ts'
import { mailKinds } from '#server/mail/deliver.ts'
import { type CommandResult, type OpsCommand, type OpsContext, OpsError } from './command.ts'

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

/** `mail` is a kind ('notice') or one mail of it ('notice-2'); null for an unknown kind. */
function ofMail(quote: string, mail: string): Subject | null {
  const kind = mail.replace(/-\d+$/, '')
  if (!mailKinds.some(known => known === kind)) return null
  const isNamed = sql<boolean>`starts_with(it.details ->> 'message', ${`<${mail}.`})`
  return ofQuote(quote, `${kind}-refused`, kind === mail ? undefined : isNamed)
}

function subjectIn(options: Readonly<Record<string, string>>): Subject | null {
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
async function acknowledgeJob({ database, jobs, now }: OpsContext, id: string): Promise<CommandResult> {
  const queue = await jobs()
  const isWell = await runTransaction(database.kysely, async tx => {
    const job = (await queue.givenUp(tx)).find(one => one.id === id)
    if (!job) return false
    const repositories = repositoriesFor(tx)
    const { quoteId, paymentId } = idsIn(job.payload)
    const payment = paymentId === undefined ? undefined : await repositories.findPayment(paymentId)
    await queue.delete([job], tx)
    await repositories.recordAuditEvent({
      quoteId: quoteId ?? payment?.quote_id ?? null,
      what: 'seen',
      details: { of: 'given-up', kind: job.kind, job: id, byHand: true },
      now: now(),
    })
    return true
  })
  return isWell
    ? { lines: ['Written down: nobody does this work any more.'], isWell }
    : { lines: ['No work of this id was given up.'], isWell }
}

export const acknowledge: OpsCommand = {
  usage:
    'seen --quote … [--policy NUMBER], seen --quote … --mail KIND [--payment ID], seen --policy NUMBER, seen --account MARK, or seen --job ID',
  says: 'that you have seen to a policy in no book of ours, a mail that was refused, an account behind many policies, or work that was given up: it is listed again when it happens again',
  options: ['quote', 'mail', 'payment', 'policy', 'account', 'job'],
  async run(context, options) {
    const { database, now } = context
    const { job, ...others } = options
    if (job !== undefined && isUuid(job) && Object.keys(others).length === 0)
      return acknowledgeJob(context, job)
    const subject = subjectIn(options)
    if (!subject)
      throw new OpsError(
        'Say one of --quote, --policy, --account and --job, as `npm run ops` lists it; of a mail also --mail, its kind.',
      )
    const { rows } = await subject.found.execute(database.kysely)
    if (rows.length === 0) return { lines: ['Nothing of this name waits to be seen to.'], isWell: false }
    const [one, ...more] = new Set(rows.map(row => row.which))
    if (more.length > 0)
      return {
        lines: [
          `There are several: ${[one, ...more].join(', ')}. Name the one you have seen to: a notice by --mail notice-1 or its like, money that went back by --payment, a policy by --policy beside --quote.`,
        ],
        isWell: false,
      }
    await runTransaction(database.kysely, async tx => {
      for (const { id, which } of rows) {
        const details = { of: subject.of, which, byHand: true }
        await repositoriesFor(tx).recordAuditEvent({ quoteId: id, what: 'seen', details, now: now() })
      }
    })
    return { lines: ['Written down: it is listed again when it happens again.'], isWell: true }
  },
}
