/** Money inside the product: whole cents in a number. The wire carries dollars with two decimals, people read '$1,234.50'. */

/** An amount in whole New Zealand cents, GST included unless the name says otherwise. */
export type Cents = number

const grouped = new Intl.NumberFormat('en-NZ', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const groupedWhole = new Intl.NumberFormat('en-NZ', { maximumFractionDigits: 0 })

/** 123450 → '$1,234.50' */
export const moneyText = (cents: Cents): string =>
  cents < 0 ? `-$${grouped.format(-cents / 100)}` : `$${grouped.format(cents / 100)}`

/** Whole dollars for values and excesses: 15000 → '$15,000' */
export const dollarsText = (dollars: number): string => `$${groupedWhole.format(dollars)}`

/** Goods and Services Tax Act 1985: of a price with 15 per cent in it, three twenty-thirds are tax. */
export const gstWithin = (cents: Cents): Cents => Math.round((cents * 3) / 23)

/** 12345 → 123.45, the JSON number of the wire. */
export const centsToWire = (cents: Cents): number => cents / 100

/** 123.45 → 12345. The wire never carries more than two decimals, so rounding only undoes binary fractions. */
export const wireToCents = (dollars: number): Cents => Math.round(dollars * 100)
