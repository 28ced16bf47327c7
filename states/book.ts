/**
 * The state book: every state of every step, dialog and page, by chapter. Developers browse it; tests take
 * screenshots of it.
 */
import { carStates } from './car.ts'
import { driverStates } from './driver.ts'
import { paymentStates } from './payment.ts'
import { policyholderStates } from './policyholder.ts'
import { quoteStates } from './quote.ts'
import { startStates } from './start.ts'
import type { State } from './state.ts'
import { layoutStates, statusPageStates } from './status-pages.ts'

export const chapters: readonly { readonly title: string; readonly states: readonly State[] }[] = [
  { title: 'Entry', states: startStates },
  { title: 'Step 1: car', states: carStates },
  { title: 'Step 2: drivers', states: driverStates },
  { title: 'Step 3: quote', states: quoteStates },
  { title: 'Step 4: policyholders', states: policyholderStates },
  { title: 'Step 5: payment', states: paymentStates },
  { title: 'After the steps', states: statusPageStates },
  { title: 'Of every page', states: layoutStates },
]

export const states: readonly State[] = chapters.flatMap(chapter => chapter.states)

/** The address of a state in the book: the product's own path and query, with the state's name as a parameter. */
export const addressOf = ({ path, name }: State): string =>
  `${path}${path.includes('?') ? '&' : '?'}state=${name}`
