/** Step 5: the bank account, the terms, and what may become of the policy. */

import { bankWords } from '#web/content/bank-details.ts'
import { termsWords } from '#web/content/direct-debit-terms.ts'
import { frameWords } from '#web/content/layout.ts'
import { paymentWords as words } from '#web/content/payment.ts'
import { failureWords } from '#web/content/payment-failed.ts'
import { account, accountKnown, holder } from './customer.ts'
import type { Hand, State } from './state.ts'

const path = '/vehicle/step5'
const base = { path, answers: account, facts: accountKnown }

const agree: readonly Hand[] = [
  { press: frameWords.next },
  { see: 'Stopping' },
  { press: termsWords.agree },
  { press: frameWords.next },
]

export const paymentStates: readonly State[] = [
  { ...base, name: 'payment', title: 'Nothing answered', answers: holder, shows: words.premiumTitle },
  {
    ...base,
    name: 'payment-errors',
    title: 'Next pressed with nothing answered',
    answers: holder,
    hands: [{ press: frameWords.next }],
    shows: frameWords.thereIsAProblem,
  },
  {
    ...base,
    name: 'payment-doubt',
    title: 'An account number that does not look right',
    answers: { ...account, accountNumber: '99-3140-0171323-50' },
    shows: bankWords.accountDoubt,
  },
  {
    ...base,
    name: 'payment-terms',
    title: 'Direct debit terms',
    hands: [{ press: frameWords.next }, { see: 'Stopping' }],
    shows: termsWords.reasonAgree,
  },
  {
    ...base,
    name: 'payment-no-terms',
    title: 'The terms could not be loaded',
    replies: { directDebitTerm: { refused: 'INTERNAL' } },
    hands: [{ press: frameWords.next }],
    shows: termsWords.missing,
  },
  {
    ...base,
    name: 'payment-binding',
    title: 'The policy is being set up',
    replies: { quoteBind: 'never' },
    hands: agree,
    shows: termsWords.binding,
  },
  {
    ...base,
    name: 'payment-confirming',
    title: 'The insurer has not answered yet',
    replies: { quoteBind: { refused: 'BIND_PENDING' } },
    hands: agree,
    shows: termsWords.confirmingDetail,
  },
  {
    ...base,
    name: 'payment-failure',
    title: 'The insurer said no',
    replies: { quoteBind: { refused: 'REJECTED' } },
    hands: agree,
    shows: failureWords.text,
  },
  {
    ...base,
    name: 'payment-outdated',
    title: 'The quote was changed elsewhere',
    replies: { quoteBind: { refused: 'STALE' } },
    hands: agree,
    shows: failureWords.outdated,
  },
]
