/** Texts of the pages of a quote that cannot be opened: bought already, expired, not found. */
import { quoteValidDays } from '#journey/cover.ts'

export const closedQuoteText = {
  converted: {
    title: 'This quote is now a policy',
    text: 'This link is no longer valid, as the quote has already been converted.',
    link: 'Get a new quote',
    mechanicalBreakdown: 'Get a mechanical breakdown insurance quote',
  },
  expired: {
    title: 'Quote no longer valid',
    text: 'Your original quote is no longer valid.',
    detail: `A quote is valid for ${quoteValidDays} days, because prices and cars change.`,
    link: 'Get a new quote',
  },
  notFound: {
    pageTitle: 'Page not found',
    title: 'Oops!',
    text: "You have reached a page that doesn't exist.",
    detail: `Links in our emails work for ${quoteValidDays} days. If you have bought, your policy is attached to our email. For a quote, start again or enter its number.`,
    link: 'Get a quote',
  },
} as const
