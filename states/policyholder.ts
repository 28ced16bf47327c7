/** States of step 4, the policyholders: one to five, persons and companies, up to the card page. */
import { formOf } from '#test/samples/form-answers.ts'
import { layoutText } from '#web/content/layout.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { choice, holder, holderKnown, quoted } from './customer.ts'
import { quoteOf } from './insurer.ts'
import type { State } from './state.ts'

const path = '/vehicle/step4'
const draftState = { ...quoted, furthestStep: 'policyholder' } as const

const annual = { ...holder, 'cover.frequency': 'ANNUAL' }

const others = ['Aroha', 'Wiremu', 'Anne-Marie', 'Tūhoe'].flatMap((name, index) => [
  [`policyholders.policyholders.${index + 1}.title`, 'Mr'],
  [`policyholders.policyholders.${index + 1}.firstName`, name],
  [`policyholders.policyholders.${index + 1}.lastName`, 'O’Brien'],
  [`policyholders.policyholders.${index + 1}.dateOfBirth`, '01/06/1990'],
  [`policyholders.policyholders.${index + 1}.email`, `${index}@example.nz`],
  [`policyholders.policyholders.${index + 1}.mobileCode`, '027'],
  [`policyholders.policyholders.${index + 1}.mobile`, '1234567'],
])

export const policyholderStates: readonly State[] = [
  {
    name: 'holder',
    title: 'Nothing answered',
    path,
    answers: choice,
    draftState,
    shows: words.useMainDriverHelp,
  },
  {
    name: 'holder-errors',
    title: 'Next pressed with nothing answered',
    path,
    answers: { ...choice, 'policyholders.applicantType': 'Business' },
    draftState,
    actions: [{ press: layoutText.next }],
    shows: layoutText.thereIsAProblem,
  },
  {
    name: 'holder-done',
    title: 'Everything answered, paid by bank',
    path,
    answers: holder,
    draftState: holderKnown,
    shows: words.documentsNote,
  },
  {
    name: 'holder-copied',
    title: 'Main driver copied, with the way to undo it',
    path,
    answers: choice,
    draftState,
    actions: [{ press: `${words.useMainDriver}${words.useMainDriverHelp}` }],
    shows: words.copied,
  },
  {
    name: 'holder-email',
    title: 'An email address that is likely misspelt',
    path,
    answers: { ...holder, 'policyholders.policyholders.0.email': 'maia@gmial.com' },
    draftState: holderKnown,
    shows: words.didYouMean('maia@gmail.com'),
  },
  {
    name: 'holder-five',
    title: 'Five policyholders, and what their authority is',
    path,
    answers: { ...holder, ...Object.fromEntries(others) },
    draftState: holderKnown,
    shows: words.holder(5),
  },
  {
    name: 'holder-annual',
    title: 'A year paid at once',
    path,
    answers: annual,
    draftState: { ...holderKnown, quote: quoteOf(formOf(annual), holderKnown) },
    shows: words.annualNote,
  },
  {
    name: 'holder-cancelled',
    title: 'Back from the card page without paying',
    path,
    answers: { ...holder, 'payment.paymentMethod': 'Credit_Card' },
    draftState: { ...holderKnown, isPaymentCancelled: true },
    shows: words.cancelled,
  },
  {
    name: 'holder-no-page',
    title: 'The card page could not be opened',
    path,
    answers: { ...holder, 'payment.paymentMethod': 'Credit_Card' },
    draftState: holderKnown,
    replies: { paymentCreate: { status: 204 } },
    actions: [{ press: layoutText.next }],
    shows: words.noPaymentPage,
  },
  {
    name: 'holder-quote-first',
    title: 'The quote has to be looked at again before it is paid',
    path,
    answers: { ...holder, 'payment.paymentMethod': 'Credit_Card' },
    draftState: holderKnown,
    replies: { paymentCreate: { refused: 'NOT_READY' } },
    actions: [{ press: layoutText.next }],
    shows: words.quoteFirst,
  },
  {
    name: 'holder-leaving',
    title: 'On the way to the card page',
    path,
    answers: { ...holder, 'payment.paymentMethod': 'Credit_Card' },
    draftState: holderKnown,
    replies: { paymentCreate: 'never' },
    actions: [{ press: layoutText.next }],
    shows: words.leavingDetail,
  },
]
