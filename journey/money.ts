/** Money as a whole number of cents, and its formats for people and for calls. */

/** An amount in whole New Zealand cents, GST included unless the name says otherwise. */
export type Cents = number

/** '1234' → '1,234', '1234.50' → '1,234.50'. Without Intl, whose first call in a browser costs a phone more than a step (decision 0010). */
const grouped = (number: string): string => number.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')

/** 123450 → '$1,234.50' */
export const moneyText = (cents: Cents): string =>
  `${cents < 0 ? '-' : ''}$${grouped((Math.abs(cents) / 100).toFixed(2))}`

/** Whole dollars for values and excesses: 15000 → '$15,000' */
export const dollarsText = (dollars: number): string => `$${grouped(dollars.toFixed(0))}`

/** Goods and Services Tax Act 1985. */
export const gstPercent = 15

/** The GST in a price: three twenty-thirds of a price that includes 15 per cent. */
export const gstPortion = (cents: Cents): Cents => Math.round((cents * gstPercent) / (100 + gstPercent))

/** 12345 → 123.45, the JSON number of the wire. */
export const centsToWire = (cents: Cents): number => cents / 100

/** 123.45 → 12345. The wire never carries more than two decimals, so rounding only undoes binary fractions. */
export const wireToCents = (dollars: number): Cents => Math.round(dollars * 100)
