/** The e-mail to a customer whose direct debit order the insurer rejected after they left the page. */
import type { Brand } from '#brands/brand.ts'
import { type RenderedMail, renderLetter } from './letter.ts'

export interface NoPolicyDetails {
  readonly quoteNumber: string
  /** True if the quote can still be bought unchanged. */
  readonly isOpen: boolean
  /** True if the bank account may be the reason for the rejection. */
  readonly maybeAccount: boolean
}

/** @param quoteUrl the page where a quote is retrieved by number or started */
export function noPolicyMail(
  { quoteNumber, isOpen, maybeAccount }: NoPolicyDetails,
  brand: Brand,
  quoteUrl: string,
): RenderedMail {
  return renderLetter(
    {
      subject: `Your car insurance quote ${quoteNumber} did not become a policy`,
      preheader: 'You have no cover from it, and nothing is taken from your account',
      heading: 'Your policy could not be issued',
      opening: [
        'Kia ora. You asked us for car insurance, to be paid by direct debit. The insurer could not take it on, so there is no policy.',
      ],
      facts: [
        { label: 'Quote', value: quoteNumber },
        { label: 'Cover', value: 'This order bought no cover for your car' },
        { label: 'Direct debit', value: 'None is set up, and nothing is taken from your account' },
      ],
      action: { text: isOpen ? 'Go back to your quote' : 'Get a new quote', url: quoteUrl },
      closing: [
        isOpen
          ? `To be covered, look at your quote once more and order it again: go to ‘Welcome Back’ and enter ${quoteNumber} with the date of birth and postcode you gave. If it is refused again, call us.`
          : 'To be covered, get a new quote and buy that one. If it is refused again, call us.',
        ...(maybeAccount ? ['It may be the bank account: check its number when you order again.'] : []),
      ],
      footer: ['We never ask for card or bank details, or for a password, by email.'],
    },
    brand,
  )
}
