/** States of the first screen, for new and returning customers. */

import { retrieveMessages, startText } from '#web/content/start.ts'
import { car, carKnown } from './customer.ts'
import type { PageAction, State } from './state.ts'

const link = '/vehicle?id=q1&token=t1'

/** The screen that asks for nothing but the number. */
const asked: PageAction = { wait: 'main:has([name="owner.quoteNumber"]):not(:has([name="owner.postcode"]))' }

export const startStates: readonly State[] = [
  { name: 'entry', title: 'A newcomer', path: '/vehicle', shows: startText.newcomerTitle },
  {
    name: 'entry-carry-on',
    title: 'Answers of this tab to carry on with',
    path: '/vehicle',
    answers: car,
    draftState: carKnown,
    shows: startText.carryOn,
  },
  {
    name: 'entry-errors',
    title: 'Retrieve pressed with nothing typed',
    path: '/vehicle',
    actions: [{ press: startText.retrieve }],
    shows: String(retrieveMessages.QUOTE_NUMBER_REQUIRED),
  },
  {
    name: 'entry-opening',
    title: 'A link is being opened',
    path: link,
    replies: { login: 'never' },
    shows: startText.opening,
  },
  {
    name: 'entry-by-link',
    title: 'A link on another device asks for the quote number',
    path: link,
    actions: [asked],
    shows: startText.welcomeBackPurpose,
  },
  {
    name: 'entry-by-link-wrong',
    title: 'The quote number does not belong to the link',
    path: link,
    replies: { prospectCar: { status: 204 } },
    actions: [asked, { type: 'Q1', into: 'owner.quoteNumber' }, { press: startText.retrieve }],
    shows: String(retrieveMessages.QUOTE_NUMBER_INVALID),
  },
]
