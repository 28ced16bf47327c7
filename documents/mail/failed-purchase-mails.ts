/** The mails about a purchase that failed: a refunded card payment, and a rejected direct debit order. */
import type { Brand } from '#brands/brand.ts'
import { formatLongDate, type NzDay } from '#journey/dates.ts'
import { type Cents, moneyText } from '#journey/money.ts'
import { cardText } from '#journey/payment-methods.ts'
import { type RenderedMail, renderMail } from './mail-layout.ts'

export interface RefundDetails {
  readonly quoteNumber: string
  readonly amountCents: Cents
  readonly card: { readonly scheme: string; readonly lastDigits: string }
  /** The customer's situation after the refund, which decides the text about cover. */
  readonly situation: /** Another payment bought this policy. */
    | { readonly policyNumber: string; readonly startDate: NzDay }
    /** The quote has expired; its last valid day. */
    | { readonly lastValidDay: NzDay }
    /**
     * `open`: the quote can be bought. `closed`: it cannot. `ordered`: another payment ordered the policy, and the
     * insurer has not confirmed it. `sold`: the insurer says that a policy exists, and we have no record of it.
     */
    | { readonly quoteIs: 'open' | 'closed' | 'ordered' | 'sold' }
}

interface Ending {
  readonly opening: string
  readonly cover: string
  readonly action: string | null
  readonly closing: readonly string[]
}

const footer = ['We never ask for card or bank details, or for a password, by email.']
const noCover = 'This payment bought no cover for your car'
const beforeAnother = 'Before you buy another policy for this car, call us.'

function endingOf({ situation, quoteNumber }: RefundDetails): Ending {
  if ('policyNumber' in situation)
    return {
      opening: `Kia ora. A card was charged for a quote that had been bought already. All of this payment goes back to the card it came from. Your policy ${situation.policyNumber} stays as it is.`,
      cover: `Policy ${situation.policyNumber} covers your car from ${formatLongDate(situation.startDate)}`,
      action: null,
      closing: [],
    }
  if ('lastValidDay' in situation)
    return {
      opening: `Kia ora. A card payment for your car insurance quote did not buy a policy. The quote was valid until ${formatLongDate(situation.lastValidDay)} and can no longer be bought. All of your payment goes back to the card it came from.`,
      cover: noCover,
      action: 'Get a new quote',
      closing: ['To be covered, get a new quote and pay for that one.'],
    }
  if (situation.quoteIs === 'closed')
    return {
      opening:
        'Kia ora. A card payment for your car insurance quote did not buy a policy, and the quote can no longer be paid for. All of your payment goes back to the card it came from.',
      cover: noCover,
      action: 'Find your quote or start a new one',
      closing: [],
    }
  if (situation.quoteIs === 'ordered')
    return {
      opening:
        'Kia ora. A card was charged for a quote that had been ordered already. All of this payment goes back to the card it came from. Your order is still being confirmed, and we will tell you by email what comes of it.',
      cover: 'Your order is still being confirmed',
      action: null,
      closing: [beforeAnother],
    }
  if (situation.quoteIs === 'sold')
    return {
      opening:
        'Kia ora. A card was charged for your car insurance quote, and the insurer then told us that the quote is a policy already. All of this payment goes back to the card it came from. We are asking the insurer about that policy, and will tell you what we hear.',
      cover: 'We cannot confirm it yet',
      action: null,
      closing: [beforeAnother],
    }
  return {
    opening:
      'Kia ora. A card payment for your car insurance quote did not buy a policy: the quote changed or its start date passed after the payment page was opened, or the insurer could not take it on. All of it goes back to the card it came from.',
    cover: noCover,
    action: 'Go back to your quote',
    closing: [
      `To be covered, look at your quote once more and pay for it as it is now: go to ‘Welcome Back’ and enter ${quoteNumber} with the date of birth and postcode you gave.`,
    ],
  }
}

/** @param quoteUrl the page where a quote is retrieved by number or started */
export function refundMail(sent: RefundDetails, brand: Brand, quoteUrl: string): RenderedMail {
  const { quoteNumber } = sent
  const { opening, cover, action, closing } = endingOf(sent)
  return renderMail(
    {
      subject: `We are sending back a card payment for quote ${quoteNumber}`,
      preheader: 'All of it goes back to your card',
      heading: 'We are sending your payment back',
      opening: [opening],
      details: [
        { label: 'Quote', value: quoteNumber },
        { label: 'Goes back to you', value: moneyText(sent.amountCents) },
        { label: 'To', value: cardText(sent.card) },
        { label: 'When', value: 'Most banks show it within five business days' },
        { label: 'Cover', value: cover },
      ],
      action: action === null ? null : { text: action, url: quoteUrl },
      closing: [
        'You need not do anything to get your money. If it has not come within five business days, call us.',
        ...closing,
      ],
      footer,
    },
    brand,
  )
}

export interface RejectedOrderDetails {
  readonly quoteNumber: string
  readonly isOpen: boolean
  readonly maybeAccount: boolean
}

/** @param quoteUrl the page where a quote is retrieved by number or started */
export function rejectedOrderMail(
  { quoteNumber, isOpen, maybeAccount }: RejectedOrderDetails,
  brand: Brand,
  quoteUrl: string,
): RenderedMail {
  return renderMail(
    {
      subject: `Your car insurance quote ${quoteNumber} did not become a policy`,
      preheader: 'You have no cover from it, and nothing is taken from your account',
      heading: 'Your policy could not be issued',
      opening: [
        'Kia ora. You asked us for car insurance, to be paid by direct debit. The insurer could not take it on, so there is no policy.',
      ],
      details: [
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
      footer,
    },
    brand,
  )
}
