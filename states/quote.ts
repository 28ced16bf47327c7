/** States of step 3, the quote: the three covers, their options, and the reasons for a missing price. */
import { coverNames } from '#journey/cover.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { addressSearchText } from '#web/content/address.ts'
import { declarationText } from '#web/content/declaration.ts'
import { emailQuoteMessages, emailQuoteText } from '#web/content/email-quote.ts'
import { layoutText } from '#web/content/layout.ts'
import { manualAddressText } from '#web/content/manual-address.ts'
import { priceText } from '#web/content/price-breakdown.ts'
import {
  additionalExcessText,
  coverDetailsText,
  coverFieldsText,
  quoteMessages,
  quoteText,
} from '#web/content/quote.ts'
import { choice, quoted } from './customer.ts'
import { quoteOf } from './insurer.ts'
import type { State } from './state.ts'

const path = '/vehicle/step3'
const { quote: _, quoteNumber: __, ...unquoted } = quoted
const base = { path, answers: choice, draftState: quoted }

const chosen = (more: FormTexts) => {
  const answers = { ...choice, ...more }
  return { path, answers, draftState: { ...quoted, quote: quoteOf(formOf(answers), quoted) } }
}

export const quoteStates: readonly State[] = [
  { ...base, name: 'quote', title: 'Everyday Plus', shows: coverFieldsText.excessHint },
  {
    ...chosen({
      'cover.cover': 'THIRD_PARTY_FIRE_THEFT',
      'cover.hireCar': 'YES',
      'cover.frequency': 'MONTHLY',
    }),
    name: 'quote-fire-theft',
    title: 'Third Party, Fire & Theft, monthly, with a hire car',
    shows: quoteText.coverMeanings.THIRD_PARTY_FIRE_THEFT,
  },
  {
    ...chosen({ 'cover.cover': 'THIRD_PARTY', 'cover.frequency': 'ANNUAL' }),
    name: 'quote-third-party',
    title: 'Third Party Property Damage, paid at once',
    shows: quoteText.coverMeanings.THIRD_PARTY,
  },
  {
    ...chosen({
      'cover.excessFreeWindow': 'YES',
      'cover.hireCar': 'YES',
      'cover.roadsideAssistance': 'YES',
      'cover.voluntaryExcess': '700',
    }),
    name: 'quote-extras',
    title: 'All extras, a higher excess, how the price is made up',
    actions: [
      { see: coverFieldsText.excessHint },
      { pressWhereShown: quoteText.details },
      { press: priceText.title },
    ],
    shows: priceText.yearTotal,
  },
  {
    ...base,
    name: 'quote-updating',
    title: 'Another excess chosen, its price being confirmed',
    answers: { ...choice, 'cover.voluntaryExcess': '500' },
    replies: { quoteAmend: 'never' },
    shows: quoteText.updating,
  },
  {
    ...base,
    name: 'quote-value',
    title: 'A car value typed but not yet in the price',
    actions: [{ type: '14000', into: 'cover.quoteCarValue' }],
    shows: coverFieldsText.valueUnsaved,
  },
  {
    ...base,
    name: 'quote-errors',
    title: 'A value out of the band and a start date too late',
    actions: [
      { type: '99000', into: 'cover.quoteCarValue' },
      { press: coverFieldsText.updateCarValue },
      { type: '25/12/2027', into: 'cover.startDate' },
      { type: '13700', into: 'cover.quoteCarValue' },
      { press: layoutText.next },
    ],
    shows: String(quoteMessages.START_DATE_RANGE),
  },
  {
    ...base,
    name: 'quote-waiting',
    title: 'No price yet',
    draftState: unquoted,
    replies: { quoteAmend: 'never', quoteCreate: 'never' },
    shows: quoteText.reasonNoPrice,
  },
  {
    ...base,
    name: 'quote-unconfirmed',
    title: 'A price that could not be confirmed',
    answers: { ...choice, 'cover.voluntaryExcess': '500' },
    replies: { quoteAmend: { refused: 'OVERLOADED' } },
    shows: quoteText.unconfirmedLine,
  },
  {
    ...base,
    name: 'quote-referred',
    title: 'No online quote',
    draftState: { ...unquoted, isReferred: true },
    shows: quoteText.referredText,
  },
  {
    ...base,
    name: 'quote-additional-excess',
    title: 'Additional excess',
    actions: [{ press: quoteText.additionalExcess }],
    shows: additionalExcessText.intro,
  },
  {
    ...base,
    name: 'quote-email',
    title: 'Save this quote for later',
    actions: [{ press: emailQuoteText.open }, { press: emailQuoteText.send }],
    shows: String(emailQuoteMessages.EMAIL_REQUIRED),
  },
  {
    ...base,
    name: 'quote-emailed',
    title: 'Email sent',
    actions: [
      { press: emailQuoteText.open },
      { type: 'maia@example.nz', into: 'email.quoteEmail' },
      { press: emailQuoteText.send },
    ],
    shows: emailQuoteText.sent,
  },
  {
    ...base,
    name: 'quote-address',
    title: 'Another overnight address',
    actions: [{ press: coverFieldsText.addressChange }],
    shows: coverFieldsText.addressHint,
  },
  {
    ...base,
    name: 'quote-address-by-hand',
    title: 'Another overnight address, typed by hand',
    actions: [{ press: coverFieldsText.addressChange }, { press: addressSearchText.manually }],
    shows: manualAddressText.postcodeHint,
  },
  {
    ...base,
    name: 'quote-declaration',
    title: 'Disclosure and declaration',
    actions: [{ press: layoutText.next }],
    shows: declarationText.reasonAgree,
  },
  {
    ...base,
    name: 'quote-comparison',
    title: 'The three covers compared',
    actions: [{ see: coverNames.THIRD_PARTY }],
    shows: coverDetailsText.compare,
  },
]
