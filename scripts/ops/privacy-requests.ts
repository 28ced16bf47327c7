/** The operators' commands for a person's rights by the Privacy Act (IPP 6 and 9): a copy of their data, its deletion. */
import { repositoriesFor } from '#db/repositories.ts'
import { anonymiseQuote } from '#db/retention/quotes.ts'
import { runTransaction } from '#db/transaction.ts'
import type { QueueCommands } from '#server/jobs/manage-jobs.ts'
import { deleteQueuedMails } from '#server/mail/quote-mail.ts'
import { failed, type OpsCommand, type OpsContext, succeeded } from './command-types.ts'
import {
  askedFor,
  type FoundQuote,
  findPerson,
  notFound,
  notSearchedBecause,
  undecryptable,
} from './find-person.ts'

const options = ['email', 'quote', 'plate', 'name', 'dob']
const named = '(--email … | [--quote …] [--plate …] [--name …]) --dob yyyy-mm-dd'
/** Audit details without personal data. */
const byHand = { byHand: true }

export const exportPerson: OpsCommand = {
  usage: `export-person ${named}`,
  says: 'prints all stored data about a policyholder or driver as JSON',
  options,
  async run(context, given) {
    const { database, now } = context
    const asked = askedFor(given)
    const { found, notSearched } = await findPerson(asked, context)
    if (found.length === 0) return failed(await notFound(asked, context), ...notSearched)
    const shown = found.map(one => one.shown())
    await runTransaction(database.kysely, async tx => {
      const repositories = repositoriesFor(tx)
      for (const { id } of found)
        await repositories.recordAuditEvent({ quoteId: id, what: 'exported', details: byHand, now: now() })
    })
    return succeeded(JSON.stringify(shown, null, 2), ...notSearched)
  },
}

/** Backups contain the person's data until they expire. */
export const recordErasureReminder =
  'Record this command outside the database for 35 days: after an older backup is restored it must run again (docs/runbook.md).'

/** We cannot delete the insurer's copy, and only the insurer knows the quote numbers of earlier prices. */
export const askInsurerReminder =
  'Ask the insurer today to delete its copies under these quote numbers, and earlier quotes for the same people (docs/runbook.md).'

interface Erasure {
  readonly line: string
  readonly isErased: boolean
  readonly isAtInsurer: boolean
  /** Queued mails that cannot be decrypted, and may be for this person. */
  readonly unreadableMails: readonly string[]
}

const kept = (line: string): Erasure => ({ line, isErased: false, isAtInsurer: false, unreadableMails: [] })

/** Deletes an unsold quote with its queued mails, unless money is moving. */
async function eraseUnsold(
  { id, number }: FoundQuote,
  queue: QueueCommands,
  { database, keys, now, insurer }: OpsContext,
): Promise<Erasure> {
  return runTransaction(database.kysely, async tx => {
    if (!(await anonymiseQuote(tx, id, now())))
      return kept(
        `${id}: kept for now, because a purchase or refund is open. Run the command again when it is settled.`,
      )
    const unreadableMails = await deleteQueuedMails(tx, id, queue, keys())
    const repositories = repositoriesFor(tx)
    await repositories.recordAuditEvent({ quoteId: id, what: 'erased', details: byHand, now: now() })
    const payments = await repositories.findPaymentsOfQuote(id)
    const wasPaid = payments.some(({ state }) => state === 'REFUNDED')
    const isAtInsurer = insurer !== 'embedded' && number !== null
    return {
      line: `${id}: erased.${wasPaid ? ' The refunded payment stays in the accounts.' : ''}${isAtInsurer ? ` The insurer has it as quote ${number}.` : ''}`,
      isErased: true,
      isAtInsurer,
      unreadableMails,
    }
  })
}

export const erasePerson: OpsCommand = {
  usage: `erase-person ${named}`,
  says: 'deletes a person’s quotes that were not bought; tells what the law requires us to keep',
  options,
  async run(context, given) {
    const asked = askedFor(given)
    const { found, notSearched } = await findPerson(asked, context)
    if (found.length === 0) return failed(await notFound(asked, context), ...notSearched)
    const queue = await context.jobs()
    const erasures: Erasure[] = []
    for (const quote of found)
      erasures.push(
        quote.sold
          ? kept(
              `${quote.id}: kept. A policy and its record are kept for ${context.retention.policyYears} years after it ends (Companies Act, Tax Administration Act).`,
            )
          : await eraseUnsold(quote, queue, context),
      )
    const unreadableMails = new Set(erasures.flatMap(erasure => erasure.unreadableMails))
    return succeeded(
      ...erasures.map(({ line }) => line),
      ...(erasures.some(({ isAtInsurer }) => isAtInsurer) ? [askInsurerReminder] : []),
      ...(erasures.some(({ isErased }) => isErased) ? [recordErasureReminder] : []),
      ...notSearched,
      ...notSearchedBecause(undecryptable, 'the mail jobs', [...unreadableMails]),
    )
  },
}
