/**
 * Takes off the list what a person has seen to and no server can: a policy in no book of ours, an account behind many
 * policies, a mail refused for good whose news a person has told, or cannot tell. What happens again after that is listed again.
 */
import { type RawBuilder, sql } from 'kysely'
import { booksOver } from '#db/books.ts'
import { transact } from '#db/transact.ts'
import { mailKinds } from '#server/jobs/mail-kinds.ts'
import { isQuoteId } from '#server/quote/quote-at-hand.ts'
import { type OpsCommand, OpsProblem } from './command.ts'

/** Of an event `it` of the audit: nobody has said since that it was seen. */
export const unseen = sql<boolean>`not exists (
  select 1 from audit seen where seen.quote_id = it.quote_id and seen.what = 'seen'
    and seen.details ->> 'of' = it.what and seen.at >= it.at)`

interface Subject {
  /** The event of the audit that it was listed for. */
  readonly of: string
  /** Its quotes: an account has several. */
  readonly quotes: RawBuilder<{ id: string }>
}

/** What is listed under a quote's id: a mail of the kind that is named, else a policy in no book of ours; null for no kind there is. */
function listedByQuote(mail: string | undefined): string | null {
  if (mail === undefined) return 'policy-unkept'
  return mailKinds.some(kind => kind === mail) ? `${mail}-refused` : null
}

function subjectIn({ quote, mail, policy, account, ...others }: Readonly<Record<string, string>>): Subject {
  const given = [quote ?? mail, policy, account].filter(value => value !== undefined)
  if (given.length === 1 && Object.keys(others).length === 0) {
    const of = listedByQuote(mail)
    if (quote !== undefined && isQuoteId(quote) && of !== null)
      return {
        of,
        quotes: sql`select distinct quote_id as id from audit where quote_id = ${quote} and what = ${of}`,
      }
    if (policy !== undefined)
      return {
        of: 'mail-refused',
        quotes: sql`select quote_id as id from policy where policy_number = ${policy}`,
      }
    if (account !== undefined)
      return {
        of: 'bind-intended',
        quotes: sql`select distinct it.quote_id as id
                    from audit it join issuance on issuance.quote_id = it.quote_id and account_mark = ${account}
                    where what = 'bind-intended' and at > now() - interval '30 days'`,
      }
  }
  throw new OpsProblem(
    'Say one of --quote, --policy and --account, as `npm run ops` lists it; of a mail also --mail, its kind.',
  )
}

export const seen: OpsCommand = {
  usage: 'seen --quote …, seen --quote … --mail KIND, seen --policy NUMBER, or seen --account MARK',
  says: 'that you have seen to a policy in no book of ours, a mail that was refused, or an account behind many policies: it is listed again when it happens again',
  options: ['quote', 'mail', 'policy', 'account'],
  async run({ database, now }, options) {
    const { of, quotes } = subjectIn(options)
    const { rows } = await quotes.execute(database.kysely)
    if (rows.length === 0) return { lines: ['There is nothing of this name.'], isWell: false }
    await transact(database.kysely, async tx => {
      for (const { id } of rows)
        await booksOver(tx).record({ quoteId: id, what: 'seen', details: { of, byHand: true }, now: now() })
    })
    return { lines: ['Written down: it is listed again when it happens again.'], isWell: true }
  },
}
