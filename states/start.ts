/** The first screen, as newcomers and returning customers meet it. */

import { retrieveMessages } from '#web/content/messages/retrieve.ts'
import { entryWords } from '#web/content/start.ts'
import { car, carKnown } from './customer.ts'
import type { Hand, State } from './state.ts'

const link = '/vehicle?id=q1&token=t1'

/** The screen that asks for nothing but the number. */
const asked: Hand = { wait: 'main:has([name="owner.quoteNumber"]):not(:has([name="owner.postcode"]))' }

export const entryStates: readonly State[] = [
  { name: 'entry', title: 'A newcomer', path: '/vehicle', shows: entryWords.newcomerTitle },
  {
    name: 'entry-carry-on',
    title: 'Answers of this tab to carry on with',
    path: '/vehicle',
    answers: car,
    facts: carKnown,
    shows: entryWords.carryOn,
  },
  {
    name: 'entry-errors',
    title: 'Retrieve pressed with nothing typed',
    path: '/vehicle',
    hands: [{ press: entryWords.retrieve }],
    shows: String(retrieveMessages.QUOTE_NUMBER_REQUIRED),
  },
  {
    name: 'entry-opening',
    title: 'A link is being opened',
    path: link,
    replies: { login: 'never' },
    shows: entryWords.opening,
  },
  {
    name: 'entry-by-link',
    title: 'A link on another device asks for the quote number',
    path: link,
    hands: [asked],
    shows: entryWords.welcomeBackPurpose,
  },
  {
    name: 'entry-by-link-wrong',
    title: 'The quote number does not belong to the link',
    path: link,
    replies: { prospectCar: { status: 204 } },
    hands: [asked, { type: 'Q1', into: 'owner.quoteNumber' }, { press: entryWords.retrieve }],
    shows: String(retrieveMessages.QUOTE_NUMBER_INVALID),
  },
]
