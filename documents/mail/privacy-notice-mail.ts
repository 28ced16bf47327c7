/** The privacy notice e-mail to a policyholder whose details another person gave (Privacy Act 2020, IPP 3A). */
import type { Brand } from '#brands/brand.ts'
import { firstNamesText, type LabelledValue, shortName } from '#documents/quote-and-policy-text.ts'
import { formatLongDate } from '#journey/dates.ts'
import { hasSameEmail } from '#journey/email-address.ts'
import { isSamePerson, type Policyholder } from '#journey/people.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { type RenderedMail, renderMail } from './mail-layout.ts'

/** The indexes of the policyholders who get a notice: the first at each e-mail address other than the buyer's. */
export const privacyNoticeRecipients = (policyholders: readonly Pick<Policyholder, 'email'>[]): number[] =>
  policyholders.flatMap((policyholder, index) => {
    const firstThere = policyholders.findIndex(other => hasSameEmail(other, policyholder))
    return index > 0 && policyholder.email !== '' && firstThere === index ? [index] : []
  })

/** Names kinds of data, never the data, because the address may be wrong. */
function noticeDetails(
  record: PolicyRecord,
  readers: readonly Policyholder[],
  brand: Brand,
  keptYears: number,
): LabelledValue[] {
  const [buyer] = record.policyholders
  const drives = record.drivers.some(driver => readers.some(reader => isSamePerson(driver, reader)))
  return [
    { label: 'Policy', value: `${record.policyNumber}, from ${formatLongDate(record.choice.startDate)}` },
    {
      label: 'Who gave us your details',
      value: buyer
        ? `${shortName(`${buyer.firstName} ${buyer.lastName}`)}, who bought the policy`
        : 'Who bought the policy',
    },
    {
      label: 'What we hold about you',
      value: `Your title, name, date of birth, email address and mobile number, and that you are a policyholder${
        drives
          ? `. ${readers.length > 1 ? 'Where' : 'As'} you are a driver too: what we were told of your claims and licence, and of whether you have a criminal record`
          : ''
      }`,
    },
    {
      label: 'What we use them for',
      value:
        'To check what we were told, to issue and look after the policy, to collect payments, to settle claims, and to keep the records the law asks for',
    },
    {
      label: 'Who gets them',
      value: `${underwriterDetails.name}, who insures the car, and those who work for it and for us: whoever delivers our emails, and in a claim assessors and repairers. Registers of claims that insurers share may be asked at any time`,
    },
    {
      label: 'Who holds them',
      value: `${brand.name} (${brand.supportEmail}) and ${underwriterDetails.name} (${underwriterDetails.postalAddress})`,
    },
    { label: 'How long', value: `${keptYears} years after the last day on the policy’s schedule` },
  ]
}

/**
 * To a policyholder other than the buyer, and those with the same address. `keptYears`: years of storage after cover
 * ends.
 */
export function privacyNoticeMail(
  record: PolicyRecord,
  policyholder: Policyholder,
  brand: Brand,
  { keptYears, privacyUrl }: { readonly keptYears: number; readonly privacyUrl: string },
): RenderedMail {
  const readers = record.policyholders.filter(other => hasSameEmail(other, policyholder))
  const names = firstNamesText(readers)
  const greeting = names === null ? 'Kia ora' : `Kia ora ${names}`
  return renderMail(
    {
      subject: `We hold your details for car insurance policy ${record.policyNumber}`,
      preheader: 'What we hold, what for, and your rights',
      heading: 'You were named as a policyholder',
      opening: [
        `${greeting}. A car insurance policy was bought in your name as well. Somebody else gave us your details, so the Privacy Act 2020 requires us to tell you what we hold and why. You need not do anything.`,
      ],
      details: noticeDetails(record, readers, brand, keptYears),
      action: { text: 'Read how we look after your details', url: privacyUrl },
      closing: [
        `You may see what we hold about you, and have it put right: write to ${brand.supportEmail} or call us. As a policyholder you may also change the policy, claim on it or cancel it, like everybody who holds it with you.`,
        'Were you named without agreeing to it, or do you not know the person who named you? Tell us, and we will look into it. We will not pass on what you say without asking you.',
        'If you are not happy with our answer, you can complain to the Office of the Privacy Commissioner.',
      ],
      footer: [
        'You get this once, because the law asks for it. We will not add you to a list, and we will never ask for your bank details or a password by email.',
      ],
    },
    brand,
  )
}
