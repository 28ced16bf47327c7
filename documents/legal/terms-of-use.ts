/** The terms of use of a brand's site; the contract of insurance is the policy wording. Served at /terms. */
import type { Brand } from '#brands/brand.ts'
import { termsOfUseVersion } from '#documents/document-versions.ts'
import { html } from '#documents/html.ts'
import { complaintSteps, contactText } from '#documents/schedule-cancelling-and-claims.ts'
import { coolingOffDays, quoteValidDays } from '#journey/cover.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { bulletList, type LegalDocument, paragraphs } from './legal-document.ts'

export function termsOfUse(brand: Brand): LegalDocument {
  const { name } = brand
  return {
    title: 'Terms of use',
    version: termsOfUseVersion,
    introduction: `These terms apply when you use the car insurance site of ${name}. If you do not agree with them, please do not use the site; you can call us instead.`,
    sections: [
      {
        id: 'who-we-are',
        title: 'Who we are',
        content: paragraphs(
          `${name} sells the insurance and looks after it. ${underwriterDetails.name} (${underwriterDetails.postalAddress}) insures the car.`,
          'We give information, but no financial advice: we do not look at whether a cover suits you. Please read the policy wording before you buy.',
        ),
      },
      {
        id: 'using-the-site',
        title: 'Using the site',
        content: bulletList(
          'Use it to get a quote for a car in New Zealand, for yourself, your household, your company or your trust, or for somebody who asked you to.',
          'Answer truthfully and completely. Tell the people whose details you give us, and show them our privacy page.',
          'Keep the link in your quote’s email to yourself: whoever has it can open the quote.',
          'Do not use programs to fetch prices or car details, do not try to get at other people’s quotes, and do not disturb the site.',
        ),
      },
      {
        id: 'quotes',
        title: 'Quotes',
        content: paragraphs(
          `A quote is worked out from your answers and is valid for ${quoteValidDays} days. A changed answer, a later start or a new age can change the price. You see the price before you pay.`,
          'A quote is no cover. If a price is plainly a mistake, we may correct it before a policy is issued.',
        ),
      },
      {
        id: 'buying',
        title: 'Buying',
        content: paragraphs(
          'You are covered once we show or email you a policy number, from the start date of your schedule. The schedule and the policy wording are your contract of insurance. If these terms say something else, the contract decides.',
          `You can cancel within ${coolingOffDays} days of the start of cover and get your money back, if you have made no claim.`,
          'Payments by card are made on the page of our card partner, under its terms. Direct debits follow the direct debit terms that you agree to before you pay.',
        ),
      },
      {
        id: 'the-site-itself',
        title: 'The site itself',
        content: paragraphs(
          'We work to keep the site right and running, but it can be interrupted or hold mistakes. If it does not work, call us: we quote and sell by phone too.',
          'The site can link to sites of others. We are not responsible for those.',
          'Texts, pictures and programs of this site belong to us or our suppliers. You may print and keep pages for yourself.',
        ),
      },
      {
        id: 'your-rights',
        title: 'Your rights',
        content: paragraphs(
          'Nothing here takes away rights that the law gives you, such as those of the Consumer Guarantees Act 1993, the Fair Trading Act 1986 and the Privacy Act 2020. As far as the law allows, we are not liable for loss that comes from the site being interrupted, or from answers that are not right.',
          'The law of New Zealand applies, and its courts decide.',
        ),
      },
      {
        id: 'privacy',
        title: 'Privacy',
        content: html`<p>Our <a href="/privacy">privacy page</a> says what we do with information about people.</p>\n`,
      },
      {
        id: 'complaints',
        title: 'Questions and complaints',
        content: html`${paragraphs(`For a question, ${contactText(brand)}. For a complaint:`)}${bulletList(...complaintSteps())}`,
      },
      {
        id: 'changes',
        title: 'Changes to these terms',
        content: paragraphs(
          'If we change these terms, the version and date at the top change too. The terms of the day on which you use the site apply.',
        ),
      },
    ],
  }
}
