/** The privacy notice of a brand, served at /privacy, under the Privacy Act 2020 (IPP 3 and IPP 3A). */
import type { Brand } from '#brands/brand.ts'
import { privacyVersion } from '#documents/document-versions.ts'
import { type Html, html } from '#documents/html.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { bulletList, type LegalDocument, paragraphs } from './legal-document.ts'

/** The retention periods of the server that shows the notice. */
interface PrivacyRetentionPeriods {
  readonly sessionHours: number
  /** For counts of calls and mails, by address, session or recipient. */
  readonly counterHours: number
  readonly prospectDays: number
  readonly quoteDays: number
  readonly tombstoneDays: number
  readonly bankDays: number
  readonly rejectedBankHours: number
  readonly policyYears: number
}

/** Operators delete backups and logs after these days ('Back up' in docs/runbook.md). */
const backupDays = 35
const logDays = 90

export interface PrivacyNoticeData {
  readonly keptFor: PrivacyRetentionPeriods
  readonly cardPartner: string
  readonly vehiclePartner: string
  /** Null if addresses are looked up on our own server. */
  readonly addressPartner: string | null
  readonly usesRecaptcha: boolean
  readonly usesTagManager: boolean
}

const amount = (count: number, unit: 'hour' | 'day' | 'year'): string =>
  `${count} ${unit}${count === 1 ? '' : 's'}`

const whatWeCollect = bulletList(
  'The car: its number plate, what the vehicle register says about it, its value, who financed it, how it is used, and where it is kept overnight.',
  'Drivers: names, dates of birth, and accidents, claims and licence losses of the last years. For all drivers together: whether there are criminal convictions or charges.',
  'Policyholders: title, name, date of birth, email address, mobile number and postal address, and the name of a company or trust.',
  'Payment: for a direct debit the account’s name, number and authoriser. Of a card we get only its kind and last four digits; you type its number on the card company’s own page.',
  'Your visit: the link that brought you here (the partner’s name and the source), your choice of cover, and what you agreed to and when. With a direct debit authority we keep your network address and your browser’s name, to prove who gave it.',
)

const whyWeCollectIt = html`${bulletList(
  'To find your car and address, to decide whether we can insure it, and to work out a price.',
  'To issue your policy, collect payments, send your documents, and settle claims.',
  'To stop fraud and misuse, and to find faults.',
  'To meet the law: insurers and sellers of insurance must keep records.',
)}${paragraphs(
  'You do not have to answer. But without the answers that a step asks for, the insurer cannot price or insure the car. If an answer is wrong, a claim can be refused.',
  'Price and acceptance are worked out by fixed rules in a program. If you think a result is wrong, ask us: a person will look at it.',
  'We do not sell your information, and we do not use it for advertising.',
)}`

const aboutOthers = ({ supportEmail }: Brand): Html =>
  paragraphs(
    'You may give us details about other drivers and policyholders. Please tell them so, and show them this page. Give us only what they allow you to give.',
    `We write to every other policyholder by email as soon as the policy is issued: what we hold, who gave it to us, and what for. If somebody else named you as a driver or policyholder, you have all the rights on this page. Write to ${supportEmail}.`,
    'We also collect information about cars from the motor vehicle register. Insurers may ask the claims register that they share.',
  )

function whoGetsIt(brand: Brand, data: PrivacyNoticeData): Html {
  const { cardPartner, vehiclePartner, addressPartner, usesRecaptcha, usesTagManager } = data
  return html`${bulletList(
    `${underwriterDetails.name} (${underwriterDetails.postalAddress}), which insures the car. For a quote it gets the answers that the price depends on, for a policy all answers, and the bank account of a direct debit. In a claim it passes on what assessors, repairers and other insurers need.`,
    `${cardPartner}, which takes card payments: the amount, and what you type on its page.`,
    `${vehiclePartner}, which looks cars up: your number plate.`,
    addressPartner === null
      ? 'Nobody else sees an address that you search for: we look it up in our own address book.'
      : `${addressPartner}, which finds addresses: the address as you type it.`,
    'The company that delivers our emails: your email address and the message.',
    usesRecaptcha
      ? 'Google, whose reCAPTCHA checks that you are a person: your network address, your browser’s details, and how you use the page. Google’s own privacy policy applies to it.'
      : 'Nobody else takes part in the check that you are a person: your own browser solves a puzzle.',
    ...(usesTagManager
      ? [
          'Google Tag Manager and the measuring tools that we set up in it: which steps are visited and what happens on them. We tell them none of your answers. They also see your network address and browser. They are not loaded where you give bank account details.',
        ]
      : []),
    'Authorities and courts, if the law requires it, and the disputes scheme, if you complain to it.',
  )}${paragraphs(
    `${brand.name} and ${underwriterDetails.name} both hold your information. The companies above may use it only for this work.`,
    'Some of them may keep information outside New Zealand. We use them only if they must protect it as well as New Zealand law does (IPP 12).',
  )}`
}

function howLong({ keptFor }: PrivacyNoticeData): Html {
  const times: Readonly<Record<string, string>> = {
    'A car you looked up without asking for a price': `${amount(keptFor.prospectDays, 'day')} after your last change`,
    'A quote that you did not buy, with all people in it': `${amount(keptFor.quoteDays, 'day')} after you began, or until it expires if that is later`,
    'What is left of such a quote, without people': amount(keptFor.tombstoneDays, 'day'),
    'Your policy, its documents and its record; a payment that was sent back': `${amount(keptFor.policyYears, 'year')} after cover ends, or would have ended`,
    'Our copy of bank account details': `${amount(keptFor.bankDays, 'day')} after the policy is issued`,
    'Bank account details, if the insurer says no': `${amount(keptFor.rejectedBankHours, 'hour')} after its answer`,
    'Your browser’s session': `${amount(keptFor.sessionHours, 'hour')} after it ends`,
    'Traces of security checks': amount(keptFor.counterHours, 'hour'),
    'The server’s logs, which hold none of your answers': amount(logDays, 'day'),
  }
  return html`<dl>
${Object.entries(times).map(([what, time]) => html`<div><dt>${what}</dt><dd>${time}</dd></div>\n`)}</dl>
${paragraphs(
  `Then it is deleted, or everything about people is removed from it. Copies for emergencies are overwritten within ${amount(backupDays, 'day')}. The insurer keeps its own records as long as the law and your policy require.`,
  'We keep information that an open claim, complaint or payment still needs.',
)}`
}

const protection = paragraphs(
  'Everything you send is encrypted on its way. Bank account details are encrypted where we keep them too. Support staff see names and addresses only for a reason, which is recorded.',
  'If a breach of privacy could cause serious harm, we tell you and the Privacy Commissioner as soon as we can.',
)

const cookies = ({ usesTagManager }: PrivacyNoticeData): Html =>
  paragraphs(
    'We use a few cookies, all of them needed to quote and buy. They are listed with their purpose and life at the foot of every page, under ‘Cookies’. Your answers are also kept in this tab of your browser until you close it, buy, or press ‘Clear my answers’. Bank account details are never kept there.',
    usesTagManager
      ? 'The measuring tools in Google Tag Manager start with every kind of storage refused, so they set no cookies.'
      : 'We set no cookies for advertising or measuring.',
  )

const rights = ({ supportEmail, supportPhone, supportHours }: Brand): Html =>
  html`${bulletList(
    'Ask whether we hold information about you, and get a copy of it (IPP 6).',
    'Have it corrected. If we do not agree, you can have your correction kept beside it (IPP 7).',
    'Ask us to delete it. We do, unless the law or your policy requires us to keep it.',
  )}${paragraphs(
    `Write to ${supportEmail} or call ${supportPhone.text}, ${supportHours}. We must be sure that it is you, so we may ask for a few details. It costs nothing, and we answer within 20 working days.`,
  )}`

const complaints = ({ supportEmail }: Brand): Html => html`${paragraphs(
  `Tell us first, so that we can put it right: ${supportEmail}.`,
)}<p>You can complain to the Office of the Privacy Commissioner at any time: <a href="https://www.privacy.org.nz/">privacy.org.nz</a>, 0800 803 909, PO Box 10094, Wellington 6143.</p>
`

export const privacyNotice = (brand: Brand, data: PrivacyNoticeData): LegalDocument => ({
  title: 'Privacy',
  version: privacyVersion,
  introduction: `This page says what ${brand.name} does with information about people when you get a quote or buy car insurance here: what we collect, why, who gets it, how long it is kept, and what you can ask of us. The Privacy Act 2020 and its information privacy principles (IPP) apply.`,
  sections: [
    { id: 'what', title: 'What we collect', content: whatWeCollect },
    { id: 'why', title: 'Why we collect it', content: whyWeCollectIt },
    { id: 'other-people', title: 'If the information is about someone else', content: aboutOthers(brand) },
    { id: 'who-gets-it', title: 'Who gets it', content: whoGetsIt(brand, data) },
    { id: 'how-long', title: 'How long it is kept', content: howLong(data) },
    { id: 'protection', title: 'How we protect it', content: protection },
    { id: 'cookies', title: 'Cookies', content: cookies(data) },
    { id: 'rights', title: 'Your rights', content: rights(brand) },
    { id: 'complaints', title: 'If you are not happy', content: complaints(brand) },
    {
      id: 'changes',
      title: 'Changes to this page',
      content: paragraphs(
        'If we change this page, its version and date at the top change too. What we tell a policyholder by email at the time of buying stays true for that policy.',
      ),
    },
  ],
})
