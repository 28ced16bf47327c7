/** States of step 4, the policyholders: one to five, persons and companies, up to the card page. */
import { formOf } from '#test/samples/form-answers.ts'
import { layoutText } from '#web/content/layout.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { choice, policyholder, policyholderKnown, quoted } from './customer.ts'
import { quoteOf } from './insurer.ts'
import type { State } from './state.ts'

const path = '/vehicle/step4'
const base = { path, answers: policyholder, draftState: policyholderKnown }
const open = { path, answers: choice, draftState: { ...quoted, furthestStep: 'policyholder' } } as const

const annual = { ...policyholder, 'cover.frequency': 'ANNUAL' }
const byCard = { ...base, answers: { ...policyholder, 'payment.paymentMethod': 'Credit_Card' } }

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
    ...open,
    name: 'holder',
    title: 'Nothing answered',
    shows: words.useMainDriverHelp,
  },
  {
    ...open,
    name: 'holder-errors',
    title: 'Next pressed with nothing answered',
    answers: { ...choice, 'policyholders.applicantType': 'Business' },
    actions: [{ press: layoutText.next }],
    shows: layoutText.thereIsAProblem,
  },
  {
    ...base,
    name: 'holder-done',
    title: 'Everything answered, paid by bank',
    shows: words.documentsNote,
  },
  {
    ...open,
    name: 'holder-copied',
    title: 'Main driver copied, with the way to undo it',
    actions: [{ press: `${words.useMainDriver}${words.useMainDriverHelp}` }],
    shows: words.copied,
  },
  {
    ...base,
    name: 'holder-email',
    title: 'An email address that is likely misspelt',
    answers: { ...policyholder, 'policyholders.policyholders.0.email': 'maia@gmial.com' },
    shows: words.didYouMean('maia@gmail.com'),
  },
  {
    ...base,
    name: 'holder-five',
    title: 'Five policyholders, and what their authority is',
    answers: { ...policyholder, ...Object.fromEntries(others) },
    shows: words.policyholder(5),
  },
  {
    ...base,
    name: 'holder-annual',
    title: 'A year paid at once',
    answers: annual,
    draftState: { ...policyholderKnown, quote: quoteOf(formOf(annual), policyholderKnown) },
    shows: words.annualNote,
  },
  {
    ...byCard,
    name: 'holder-cancelled',
    title: 'Back from the card page without paying',
    draftState: { ...policyholderKnown, isPaymentCancelled: true },
    shows: words.cancelled,
  },
  {
    ...byCard,
    name: 'holder-no-page',
    title: 'The card page could not be opened',
    replies: { paymentCreate: { status: 204 } },
    actions: [{ press: layoutText.next }],
    shows: words.noPaymentPage,
  },
  {
    ...byCard,
    name: 'holder-quote-first',
    title: 'The quote has to be looked at again before it is paid',
    replies: { paymentCreate: { refused: 'NOT_READY' } },
    actions: [{ press: layoutText.next }],
    shows: words.quoteFirst,
  },
  {
    ...byCard,
    name: 'holder-leaving',
    title: 'On the way to the card page',
    replies: { paymentCreate: 'never' },
    actions: [{ press: layoutText.next }],
    shows: words.leavingDetail,
  },
]
