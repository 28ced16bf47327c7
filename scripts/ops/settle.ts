/** Writes down what a person learnt from the insurer about a purchase whose outcome stayed unknown; the servers do the rest. */
import { isQuoteId } from '#server/quote-at-hand.ts'
import { type OpsCommand, OpsProblem } from './command.ts'

const policyNumber = /^[\w-]{1,40}$/

function toldIn({ policy, refused }: Readonly<Record<string, string>>) {
  if (policy !== undefined && refused === undefined && policyNumber.test(policy))
    return { told_outcome: 'ISSUED', told_policy_number: policy } as const
  if (refused === 'yes' && policy === undefined)
    return { told_outcome: 'REJECTED', told_policy_number: null } as const
  throw new OpsProblem('Say either --policy with the number the insurer gave it, or --refused yes.')
}

export const settle: OpsCommand = {
  usage: 'settle --quote … (--policy NUMBER | --refused yes)',
  says: 'what the insurer told you of a purchase that is not settled: its policy, or that there is none and will be none',
  options: ['quote', 'policy', 'refused'],
  async run({ database, now }, options) {
    const { quote = '' } = options
    if (!isQuoteId(quote)) throw new OpsProblem('A purchase is named by --quote, as `npm run ops` lists it.')
    const told = toldIn(options)
    const result = await database.kysely
      .updateTable('issuance')
      .set({ ...told, changed_at: new Date(0) })
      .where('quote_id', '=', quote)
      .where('state', '=', 'UNKNOWN')
      // Nobody may be asking at this moment: what they hear is newer.
      .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', now())]))
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
      ? {
          lines: ['Written down. The servers settle it within seconds, mail or refund included.'],
          isWell: true,
        }
      : { lines: ['There is no purchase of this quote that waits for an answer just now.'], isWell: false }
  },
}
