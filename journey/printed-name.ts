/** What a business, an account or a lender may be called: the pages ask before they go on, and the contract once more. */
import { holdsCardNumber } from './card-number.ts'

/** Does it name a page? A name is something to read, and nothing to follow in the mail it is printed in. */
export const namesPage = (text: string): boolean => /:\/\/|\bwww\./i.test(text)

export const isPrintedName = (text: string): boolean =>
  text.trim() !== '' && !namesPage(text) && !holdsCardNumber(text)
