/**
 * The kinds of mail: a table with the audit word of each ('notice-accepted', 'notice-refused'). It also says
 * what a person does about a mail that was refused, or that no mail server accepted in time. Sending,
 * counting and the list of `npm run ops` loop over it.
 */
interface Refused {
  /** As `npm run ops` names it. */
  readonly listed: string
  readonly advice: string
}

export const refusedMailActions = {
  /** A new policy's, or a saved quote's; of these two the policy's alone waits for a person. */
  mail: {
    listed: 'policy mail refused',
    advice:
      'the customer has no documents. Call them (`record` of its row in `policy` has the number), ask for the right address, then `npm run ops -- mail-again --policy … --email …`. Where nobody can be reached, `npm run ops -- seen --policy …`.',
  },
  notice: {
    listed: 'notice refused',
    advice:
      'a policyholder whom another one named was not told that we hold their details, which the law asks for (IPP 3A). The mail says who: notice-1 is the second policyholder in `record` of the row in `policy`, with their number. Call them, or write to them; then `npm run ops -- seen --quote … --mail notice-1`, or as it is called.',
  },
  'refund-mail': {
    listed: 'refund mail refused',
    advice:
      'the customer was not told that their card payment is on its way back. Call them (`policyholders` of its row in `quote` has the number, unless other people are in it by now or they were forgotten), then `npm run ops -- seen --quote … --mail refund-mail`, of several with `--payment` and its id.',
  },
  'no-policy-mail': {
    listed: 'no-policy mail refused',
    advice:
      'who ordered by direct debit was not told that the insurer said no, and may drive without cover. Call them the same day (`policyholders` of its row in `quote` has the number, unless other people are in it by now), then `npm run ops -- seen --quote … --mail no-policy-mail`.',
  },
} as const satisfies Readonly<Record<string, Refused>>

export type MailKind = keyof typeof refusedMailActions
export const mailKinds = Object.keys(refusedMailActions) as MailKind[]
