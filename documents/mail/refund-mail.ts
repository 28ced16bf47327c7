/** What becomes of a card payment that bought nothing: that all of it goes back, what that means for cover, and where to go on. */
import type { Brand } from '#brands/brand.ts'
import { type Cents, moneyText } from '#journey/money.ts'
import { cardText } from '#journey/payment.ts'
import { type RenderedMail, renderLetter } from './letter.ts'

export interface SentBack {
  readonly quoteNumber: string
  readonly amountCents: Cents
  readonly card: { readonly scheme: string; readonly lastDigits: string }
  /** The policy another payment bought; null where there is none. */
  readonly policyNumber: string | null
}

/** @param quoteUrl where a quote is found again by its number */
export function refundMail(sent: SentBack, brand: Brand, quoteUrl: string): RenderedMail {
  const { quoteNumber, policyNumber } = sent
  const insured = policyNumber !== null
  return renderLetter(
    {
      subject: `We are sending back a card payment for quote ${quoteNumber}`,
      preheader: 'All of it goes back to your card',
      heading: 'We are sending your payment back',
      opening: [
        insured
          ? `Kia ora. A card was charged once more for a quote that was bought already. All of this second payment goes back to the card it came from. Your policy ${policyNumber} stays as it is.`
          : 'Kia ora. A card payment for your car insurance quote did not buy a policy: the quote changed or its start date passed after the payment page was opened, or the insurer could not take it on. All of it goes back to the card it came from.',
      ],
      facts: [
        { label: 'Quote', value: quoteNumber },
        { label: 'Goes back to you', value: moneyText(sent.amountCents) },
        { label: 'To', value: cardText(sent.card) },
        { label: 'When', value: 'Most banks show it within five working days' },
        {
          label: 'Cover',
          value: insured
            ? `Policy ${policyNumber} covers your car`
            : 'This payment bought no cover for your car',
        },
      ],
      action: insured
        ? { text: 'Get a quote for another car', url: quoteUrl }
        : { text: 'Go back to your quote', url: quoteUrl },
      closing: [
        'You need not do anything to get your money.',
        ...(insured ? [] : ['To be covered, look at your quote once more and pay for it as it is now.']),
      ],
      footer: ['We never ask for card or bank details, or for a password, by email.'],
    },
    brand,
  )
}
