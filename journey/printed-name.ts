/**
 * What a business, an account or a lender may be called, and what an address that is typed by hand may say: the pages ask
 * before they go on, and the contract once more.
 */
import type { Address } from './address.ts'
import { holdsCardNumber } from './card-number.ts'

/** Does it name a page? A name is something to read, and nothing to follow in the mail it is printed in. */
export const namesPage = (text: string): boolean => /:\/\/|\bwww\./i.test(text)

/** The same of an address: the papers in our mails print its lines, and an insurer is told its parts. */
export const addressNamesPage = ({
  suburb,
  city,
  addressInFreeForm,
  addressInBrokenDownForm,
}: Address): boolean =>
  [suburb, city, ...Object.values(addressInFreeForm), ...Object.values(addressInBrokenDownForm)].some(
    namesPage,
  )

export const isPrintedName = (text: string): boolean =>
  text.trim() !== '' && !namesPage(text) && !holdsCardNumber(text)
