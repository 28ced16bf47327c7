/** States of step 5, the payment: the bank account, the terms, and the results of a purchase. */

import { layoutText } from '#web/content/layout.ts'
import { directDebitTermsText, paymentFailedText, paymentText as words } from '#web/content/payment.ts'
import { account, accountKnown, policyholder } from './customer.ts'
import type { PageAction, State } from './state.ts'

const path = '/vehicle/step5'
const base = { path, answers: account, draftState: accountKnown }

const agree: readonly PageAction[] = [
  { press: layoutText.next },
  { see: 'Stopping' },
  { press: directDebitTermsText.agree },
  { press: layoutText.next },
]

export const paymentStates: readonly State[] = [
  { ...base, name: 'payment', title: 'Nothing answered', answers: policyholder, shows: words.premiumTitle },
  {
    ...base,
    name: 'payment-errors',
    title: 'Next pressed with nothing answered',
    answers: policyholder,
    actions: [{ press: layoutText.next }],
    shows: layoutText.thereIsAProblem,
  },
  {
    ...base,
    name: 'payment-doubt',
    title: 'An account number that does not look right',
    answers: { ...account, 'payment.bank.accountNumber': '99-3140-0171323-50' },
    shows: words.accountDoubt,
  },
  {
    ...base,
    name: 'payment-terms',
    title: 'Direct debit terms',
    actions: [{ press: layoutText.next }, { see: 'Stopping' }],
    shows: directDebitTermsText.reasonAgree,
  },
  {
    ...base,
    name: 'payment-no-terms',
    title: 'The terms could not be loaded',
    replies: { directDebitTerm: { refused: 'INTERNAL' } },
    actions: [{ press: layoutText.next }],
    shows: directDebitTermsText.missing,
  },
  {
    ...base,
    name: 'payment-binding',
    title: 'The policy is being set up',
    replies: { quoteBind: 'never' },
    actions: agree,
    shows: directDebitTermsText.binding,
  },
  {
    ...base,
    name: 'payment-confirming',
    title: 'The insurer has not answered yet',
    replies: { quoteBind: { refused: 'BIND_PENDING' } },
    actions: agree,
    shows: directDebitTermsText.confirmingDetail,
  },
  {
    ...base,
    name: 'payment-failure',
    title: 'The insurer said no',
    replies: { quoteBind: { refused: 'REJECTED' } },
    actions: agree,
    shows: paymentFailedText.text,
  },
  {
    ...base,
    name: 'payment-outdated',
    title: 'The quote was changed elsewhere',
    replies: { quoteBind: { refused: 'STALE' } },
    actions: agree,
    shows: paymentFailedText.outdated,
  },
]
