/** Texts of the price breakdown. */
import type { PremiumComponentCode } from '#journey/price-table.ts'

export const priceText = {
  title: 'How your price is made up',
  caption: 'Steps of your price, in dollars a year',
  step: 'Step',
  amount: 'Amount',
  annual: 'Price for a year paid at once',
  instalmentLoading: 'Paying in instalments',
  instalmentLoadingWithGst: (gst: string) => `Paying in instalments, with GST of ${gst}`,
  rounding: 'Rounding of each payment',
  yearTotal: 'Total for the year',
  before: 'These are the parts of your price before your last change.',
  payments: (count: number, amount: string) => `${count} payments of ${amount}`,
} as const

export const premiumComponentNames: Readonly<Record<PremiumComponentCode, string>> = {
  BASE_LIABILITY: 'Base price: damage you cause to others',
  BASE_FIRE_THEFT: 'Base price: fire and theft of your car',
  BASE_OWN_DAMAGE: 'Base price: accident damage to your car',
  AREA: 'Where the car is kept',
  VEHICLE: 'Make and model',
  DRIVERS: 'Who drives the car',
  INCIDENTS: 'Incidents of the last three years',
  EXCESS: 'Your excess',
  BUSINESS_APPLICANT: 'Business applicant',
  MINIMUM_PREMIUM: 'Up to the lowest price of this cover',
  EXCESS_FREE_WINDOW: 'Excess-free window',
  HIRE_CAR: 'Hire car',
  ROADSIDE_ASSISTANCE: 'Roadside assistance',
  ROUNDING: 'Rounding',
  FENZ_LEVY: 'Fire and Emergency levy',
  GST: 'GST (15%)',
}
