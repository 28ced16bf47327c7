/** The labels of step 3's fields in the error summary. */

import { quoteText as words } from '#web/content/quote.ts'
import { searchField } from './use-risk-address.tsx'

const labels: Readonly<Record<string, string>> = {
  quoteCarValue: words.carValueLabel,
  startDate: words.startLabel,
  [searchField]: words.addressLabel,
}

export const quoteLabel = (field: string): string => labels[field] ?? field
