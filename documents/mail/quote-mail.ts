/** The 'Email my quote' e-mail. Its subject names no car, price or person, because lock screens show it. */
import type { Brand } from '#brands/brand.ts'
import { quoteMailRows } from '#documents/quote-and-policy-text.ts'
import { coolingOffDays } from '#journey/cover.ts'
import { formatLongDate } from '#journey/dates.ts'
import type { QuoteRecord } from '#journey/policy-record.ts'
import { type RenderedMail, renderMail } from './mail-layout.ts'

/** `continueUrl` opens the saved quote and contains its token. */
export function quoteMail(
  record: QuoteRecord,
  brand: Brand,
  links: { readonly continueUrl: string },
): RenderedMail {
  const until = formatLongDate(record.validUntil)
  const [entryUrl] = links.continueUrl.split('?')
  return renderMail(
    {
      subject: `Your car insurance quote ${record.quoteNumber}, saved until ${until}`,
      preheader: 'Pick up where you left off',
      heading: 'Your quote is saved',
      opening: [
        `Pick up where you left off, any time until ${until}. You are not covered before you have bought the policy and its start date has come.`,
      ],
      details: quoteMailRows(record, brand),
      action: { text: 'Continue my quote', url: links.continueUrl },
      closing: [
        `If the link does not work, open ${entryUrl}, go to ‘Welcome Back’ and enter ${record.quoteNumber} with the date of birth and postcode you gave.`,
        `When you buy, you can cancel within ${coolingOffDays} days of the start of cover and get your money back, if you have made no claim.`,
      ],
      footer: [
        'You get this because our site was asked to send this quote to this address. If it was not you who asked, delete it, or tell us and we will look into it. We will not add you to a list.',
      ],
    },
    brand,
  )
}
