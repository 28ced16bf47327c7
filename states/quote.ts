/** Step 3: the three covers, what is chosen of them, and what may keep a price away. */
import { coverNames } from '#journey/cover.ts'
import { additionalExcessWords } from '#web/content/additional-excess.ts'
import { addressWords } from '#web/content/address.ts'
import { coverWords } from '#web/content/cover.ts'
import { choiceWords } from '#web/content/cover-options.ts'
import { declarationWords } from '#web/content/declaration.ts'
import { emailWords } from '#web/content/email.ts'
import { frameWords } from '#web/content/layout.ts'
import { quoteMessages } from '#web/content/messages/quote.ts'
import { quoteEmailMessages } from '#web/content/messages/quote-email.ts'
import { priceWords } from '#web/content/price.ts'
import { quoteWords } from '#web/content/quote.ts'
import { choice, quoted } from './customer.ts'
import { quoteOf } from './insurer.ts'
import type { State } from './state.ts'

const path = '/vehicle/step3'
const { quote: _, quoteNumber: __, ...unquoted } = quoted
const base = { path, answers: choice, facts: quoted }

const chosen = (more: Readonly<Record<string, string>>) => {
  const answers = { ...choice, ...more }
  return { path, answers, facts: { ...quoted, quote: quoteOf(answers, quoted) } }
}

export const quoteStates: readonly State[] = [
  { ...base, name: 'quote', title: 'Everyday Plus', shows: choiceWords.excessHint },
  {
    ...chosen({ cover: 'THIRD_PARTY_FIRE_THEFT', hireCar: 'YES', frequency: 'MONTHLY' }),
    name: 'quote-fire-theft',
    title: 'Third Party, Fire & Theft, monthly, with a hire car',
    shows: quoteWords.coverMeanings.THIRD_PARTY_FIRE_THEFT,
  },
  {
    ...chosen({ cover: 'THIRD_PARTY', frequency: 'ANNUAL' }),
    name: 'quote-third-party',
    title: 'Third Party Property Damage, paid at once',
    shows: quoteWords.coverMeanings.THIRD_PARTY,
  },
  {
    ...chosen({ excessFreeWindow: 'YES', hireCar: 'YES', roadsideAssistance: 'YES', voluntaryExcess: '700' }),
    name: 'quote-extras',
    title: 'All extras, a higher excess, how the price is made up',
    hands: [
      { see: choiceWords.excessHint },
      { pressWhereShown: quoteWords.details },
      { press: priceWords.title },
    ],
    shows: priceWords.yearTotal,
  },
  {
    ...base,
    name: 'quote-updating',
    title: 'Another excess chosen, its price being confirmed',
    answers: { ...choice, voluntaryExcess: '500' },
    replies: { quoteAmend: 'never' },
    shows: quoteWords.updating,
  },
  {
    ...base,
    name: 'quote-value',
    title: 'A car value typed but not yet in the price',
    hands: [{ type: '14000', into: 'quoteCarValue' }],
    shows: choiceWords.valueUnsaved,
  },
  {
    ...base,
    name: 'quote-errors',
    title: 'A value out of the band and a start date too late',
    hands: [
      { type: '99000', into: 'quoteCarValue' },
      { press: choiceWords.updateCarValue },
      { type: '25/12/2027', into: 'startDate' },
      { type: '13700', into: 'quoteCarValue' },
      { press: frameWords.next },
    ],
    shows: String(quoteMessages.START_DATE_RANGE),
  },
  {
    ...base,
    name: 'quote-waiting',
    title: 'No price yet',
    facts: unquoted,
    replies: { quoteAmend: 'never', quoteCreate: 'never' },
    shows: quoteWords.reasonNoPrice,
  },
  {
    ...base,
    name: 'quote-unchecked',
    title: 'A price that could not be confirmed',
    answers: { ...choice, voluntaryExcess: '500' },
    replies: { quoteAmend: { refused: 'OVERLOADED' } },
    shows: quoteWords.uncheckedLine,
  },
  {
    ...base,
    name: 'quote-offline',
    title: 'No online quote',
    facts: { ...unquoted, offline: true },
    shows: quoteWords.offlineText,
  },
  {
    ...base,
    name: 'quote-additional-excess',
    title: 'Additional excess',
    hands: [{ press: quoteWords.additionalExcess }],
    shows: additionalExcessWords.intro,
  },
  {
    ...base,
    name: 'quote-email',
    title: 'Save this quote for later',
    hands: [{ press: emailWords.open }, { press: emailWords.send }],
    shows: String(quoteEmailMessages.EMAIL_REQUIRED),
  },
  {
    ...base,
    name: 'quote-emailed',
    title: 'Email sent',
    hands: [
      { press: emailWords.open },
      { type: 'maia@example.nz', into: 'quoteEmail' },
      { press: emailWords.send },
    ],
    shows: emailWords.sent,
  },
  {
    ...base,
    name: 'quote-address',
    title: 'Another overnight address',
    hands: [{ press: choiceWords.addressChange }],
    shows: choiceWords.addressHint,
  },
  {
    ...base,
    name: 'quote-address-by-hand',
    title: 'Another overnight address, typed by hand',
    hands: [{ press: choiceWords.addressChange }, { press: addressWords.manually }],
    shows: addressWords.postcodeHint,
  },
  {
    ...base,
    name: 'quote-declaration',
    title: 'Disclosure and declaration',
    hands: [{ press: frameWords.next }],
    shows: declarationWords.reasonAgree,
  },
  {
    ...base,
    name: 'quote-comparison',
    title: 'The three covers compared',
    hands: [{ see: coverNames.THIRD_PARTY }],
    shows: coverWords.compare,
  },
]
