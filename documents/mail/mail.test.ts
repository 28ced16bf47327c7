/** Tests of every e-mail: subjects, contents, plain text versions, and hostile names. */
import sanitizeHtml from 'sanitize-html'
import { describe, expect, test } from 'vitest'
import { policyRows, quoteMailRows } from '#documents/quote-and-policy-text.ts'
import type { PolicyRecord, QuoteRecord } from '#journey/policy-record.ts'
import type { MailKind } from '#server/mail/deliver.ts'
import { policyRecord, quoteRecord, sampleBrand } from '#test/sample-records.ts'
import { texts } from '#test/samples/texts.ts'
import { type RefundDetails, refundMail, rejectedOrderMail } from './failed-purchase-mails.ts'
import type { RenderedMail } from './mail-layout.ts'
import { policyMail } from './policy-mail.ts'
import { privacyNoticeMail, privacyNoticeRecipients } from './privacy-notice-mail.ts'
import { quoteMail } from './quote-mail.ts'

const brand = sampleBrand('turners')
const site = 'https://turners.example'
const continueUrl = `${site}/vehicle?id=q-1&token=t-2`
const [documentsUrl, privacyUrl] = [`${site}/paymentsuccess`, `${site}/privacy`]
const { quoteNumber } = quoteRecord
const [driver] = quoteRecord.drivers
const [first, second] = policyRecord.policyholders
if (!driver || !first || !second) throw new Error('the sample has a driver and two policyholders')

const quoteMailOf = (changes: Partial<QuoteRecord> = {}) =>
  quoteMail({ ...quoteRecord, ...changes }, brand, { continueUrl })
const policyMailOf = (changes: Partial<PolicyRecord> = {}) =>
  policyMail({ ...policyRecord, ...changes }, brand, { documentsUrl, worksUntil: '2026-12-20', privacyUrl })
const [quote, policy] = [quoteMailOf(), policyMailOf()]

/** The privacy notice to the second policyholder of the sample with changes. */
const noticeOf = (changes: Partial<PolicyRecord> = {}) => {
  const record = { ...policyRecord, ...changes }
  return privacyNoticeMail(record, record.policyholders[1] ?? second, brand, { keptYears: 7, privacyUrl })
}

/** The refund e-mail for a situation. */
const refundOf = (situation: RefundDetails['situation']) =>
  refundMail(
    { quoteNumber, amountCents: 92_300, card: { scheme: 'visa', lastDigits: '11' }, situation },
    brand,
    `${site}/vehicle`,
  )

/** The e-mail about a rejected direct debit order. */
const rejectedOrderOf = (isOpen: boolean, maybeAccount = false) =>
  rejectedOrderMail({ quoteNumber, isOpen, maybeAccount }, brand, `${site}/vehicle`)

/** Every element of the parsed page with its attribute names. */
function elements(page: string): string[] {
  const seen: string[] = []
  sanitizeHtml(page, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: {
      '*': (tagName, attribs) => {
        seen.push([tagName, ...Object.keys(attribs)].join(' '))
        return { tagName, attribs }
      },
    },
  })
  return seen
}

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
/** The visible text, without tags and entities. */
const readable = (page: string) =>
  page
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    .replace(/&[^;]+;/g, entity => entities[entity as keyof typeof entities])
    .replace(/\s+/g, ' ')

/** The mail as it is read in HTML and in plain text. */
const versionsOf = ({ html, text }: { html: string; text: string }) => [readable(html), text]

test('[QUOTE-10] [EDGE-11] [PAY-06] subjects contain neither car, price nor name, because lock screens show them', () => {
  expect(quote.subject).toBe('Your car insurance quote Q7300120, saved until 20 December 2026')
  expect(policy.subject).toBe('Your car insurance policy MV00412073 starts 27 November 2026')
})

/** Every mail with the sample's data; a kind without a row here does not compile. */
const mails = {
  'quote-mail': quote,
  'policy-mail': policy,
  'privacy-notice': noticeOf(),
  'refund-mail': refundOf({ quoteIs: 'open' }),
  'rejected-order-mail': rejectedOrderOf(true),
} as const satisfies Record<MailKind, RenderedMail>

test.each([
  ['quote', mails['quote-mail'], quoteMailRows(quoteRecord, brand), continueUrl],
  ['policy', mails['policy-mail'], policyRows(policyRecord, brand), documentsUrl],
])(
  '[QUOTE-10] [PAY-06] [PAY-13] the %s mail contains every detail and the link in HTML and plain text',
  (_, mail, details, url) => {
    for (const { label, value } of details) {
      expect(mail.text).toContain(`${label}: ${value}`)
      expect(readable(mail.html)).toContain(`${label} ${value}`)
    }
    expect(mail.text).toContain(url)
    expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    expect(mail.text).toContain(brand.supportPhone.text)
    expect(mail.text).toMatch(/21 days (of|from) the start of cover/)
  },
)

test.each([
  [
    '[QUOTE-10] quote',
    quote,
    `through ${brand.name} | before you have bought the policy and its start date has come
    our site was asked to send this quote to this address. If it was not you who asked
    open https://turners.example/vehicle, go to ‘Welcome Back’ and enter Q7300120`,
  ],
  [
    '[PAY-06] [PAY-13] policy',
    policy,
    `You’re covered from 27 November 2026 | by 18 December 2026, 21 days from the start of cover
    Cover ends at midnight as 27 November 2027 begins. It does not renew by itself, and no payment is taken after those in your schedule.
    The link works until 20 December 2026; the attached files are yours to keep. After that day, call us on ${brand.supportPhone.text}.`,
  ],
])(
  '%s: both versions of the mail say from when and until when it holds, and how to go on',
  (_, mail, said) => {
    for (const page of versionsOf(mail)) {
      for (const words of texts(said)) expect(page).toContain(words)
      expect(page).not.toMatch(/you asked for it|e-mail|You’re covered(?! from)/)
    }
  },
)

test('[PAY-05] the mail about a refused order says that no money is taken, and how to continue', () => {
  const { subject, text, html } = rejectedOrderOf(true)
  expect(subject).toBe('Your car insurance quote Q7300120 did not become a policy')
  for (const line of texts(`
    there is no policy | Cover: This order bought no cover for your car | nothing is taken from your account
    enter Q7300120 with the date of birth and postcode you gave
  `))
    expect(text).toContain(line)
  expect(html).toContain('>Go back to your quote<')
  const over = rejectedOrderOf(false)
  expect(over.text).toContain('get a new quote and buy that one')
  expect(over.html).toContain('>Get a new quote<')
})

test('[PAY-05] a customer whose bank account may be the reason for the refusal is asked to check it', () => {
  for (const isOpen of [true, false]) {
    for (const page of versionsOf(rejectedOrderOf(isOpen, true)))
      expect(page).toContain('It may be the bank account: check its number when you order again.')
    expect(rejectedOrderOf(isOpen).text).not.toContain('bank account')
  }
})

test('[PAY-06] [T21] the buyer’s mail informs only policyholders with the same address about the data held on them', () => {
  expect(policy.text).not.toContain('You gave this address')
  const { text } = policyMailOf({ policyholders: [first, { ...second, email: first.email.toUpperCase() }] })
  expect(text.replace(/\s+/g, ' ')).toContain(`You gave this address for ${second.firstName} as well.`)
  expect(text).toContain(privacyUrl)
})

test('[T21] [QUOTE-10] names in a quote mail cannot carry a message to its recipient', () => {
  const said = (firstNames: readonly string[]) =>
    quoteMailOf({ drivers: firstNames.map(firstName => ({ ...driver, firstName })) }).text
  expect(said(['Māia'])).toContain('Driver: Māia\n')
  expect(said(['Māia', 'Tama'])).toContain('Drivers: Māia and 1 other\n')
  const message = ['Your card was charged twice by us', 'Call us at once', 'or open openroad-refundsꓸnz']
  expect(said(message)).toContain('Drivers: Your us and 2 others\n')
  for (const words of message) expect(said(message)).not.toContain(words)
})

test('[QUOTE-04] [PAY-06] a mail mentions the additional excess of a named driver under 25', () => {
  const excess = 'Excess: $700; $1,200 for an accident with a named driver under 25'
  for (const mail of [quote, policy]) expect(mail.text).toContain(excess)
  expect(quoteMailOf({ drivers: [driver] }).text).toContain('Excess: $700\n')
})

test.each([
  ...Object.entries(mails),
  ['refund-mail of a quote sold already', refundOf({ quoteIs: 'sold' })] as const,
])(
  '[QUOTE-10] [PAY-06] [PAY-11] [HOLDER-02] the %s is accessible, supports dark mode and loads nothing',
  (_, { html }) => {
    expect(html).toContain('<html lang="en-NZ" dir="ltr">')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('<th scope="row"')
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('max-width:600px')
    // All text inherits this: long names and addresses wrap on a phone.
    expect(html).toMatch(/class="surface ink" style="[^"]*word-break:break-word;overflow-wrap:anywhere;/)
    expect(html).not.toMatch(/<img|<script|<link|<iframe|url\(|src=|display:none;[^"]*"[^>]*>\s*</)
    const layoutTables = html.match(/<table role="presentation"/g) ?? []
    expect(html.match(/<table/g)).toHaveLength(layoutTables.length + 1)
  },
)

describe('[HOLDER-02] the notice to a policyholder named by another person', () => {
  const notice = noticeOf()

  test('states who gave the data, what is held, what for, and the rights', () => {
    for (const page of versionsOf(notice))
      for (const words of texts(`
        Māia Tūhoe, who bought the policy | MV00412073, from 27 November 2026 | settle claims
        title, name, date of birth, email address and mobile number | PO Box 10000, Wellington 6140
        Kererū Mutual Insurance Limited, who insures the car | Office of the Privacy Commissioner
        see what we hold about you, and have it put right | the Privacy Act 2020 requires us to tell you
        We will not pass on what you say without asking you. | Kia ora Seán
        ${brand.name} (${brand.supportEmail})
      `))
        expect(page).toContain(words)
    expect(notice.html).toContain(`href="${privacyUrl}"`)
  })

  test('contains no personal data, in case the address was mistyped, and shows none on a lock screen', () => {
    for (const page of [notice.text, notice.html])
      expect(page).not.toMatch(/1988|1990|0277654321|0211234567|post\.example|JHU968|Corolla|Mātua|\$/)
    expect(notice.subject).toBe('We hold your details for car insurance policy MV00412073')
  })

  test('mentions claims and licence only to a policyholder who is also a driver, however the name is written', () => {
    expect(notice.text).not.toContain('your licence')
    for (const lastName of ["O'Brien", 'OʼBRIEN']) {
      const drives = { ...driver, firstName: 'Sea\u0301n', lastName, dateOfBirth: second.dateOfBirth }
      expect(noticeOf({ drivers: [driver, drives] }).text).toContain(
        'of your claims and licence, and of whether you have a criminal record',
      )
    }
  })

  test('greets all who share the address, as it is one mail for them', () => {
    const third = { ...second, firstName: 'Hana', email: second.email.toUpperCase() }
    const { firstName, lastName, dateOfBirth } = third
    const drivers = policyRecord.drivers.map(one => ({ ...one, firstName, lastName, dateOfBirth }))
    const { text } = noticeOf({ policyholders: [first, second, third], drivers })
    expect(text).toContain('Kia ora Seán and Hana. ')
    expect(text).toContain('Where you are a driver too: what we were told of your claims')
  })

  test('[T21] prints names, but no message typed in place of a name', () => {
    const named = (buyer: Partial<typeof first>, ...readers: string[]) => {
      const policyholders = [{ ...first, ...buyer }, ...readers.map(firstName => ({ ...second, firstName }))]
      return versionsOf(noticeOf({ policyholders })).join(' ')
    }
    const message = 'URGENT your cover is refused ring Sam'
    const more = 'on oh eight hundred four one one'
    const told = named({ firstName: message, lastName: more }, `Call ${message}`)
    expect(told).toContain('Who gave us your details: URGENT one, who bought the policy')
    expect(told).toContain('Kia ora. ')
    expect(told).not.toMatch(/cover is refused|ring|Sam|eight/)
    // Nor a message that is spread over the names of several policyholders.
    const spread = named({}, 'Call Sam', 'at once', 'your cover', 'is over')
    expect(spread).toContain('Kia ora. ')
    expect(spread).not.toMatch(/Sam|at once|is over/)
    for (const between of ['-', '’', "'"])
      expect(
        named({ firstName: 'Call', lastName: 'Sam now or never'.replaceAll(' ', between) }, 'Seán'),
      ).toContain('Who gave us your details: Call never, who bought the policy')
    const long = 'x'.repeat(50)
    expect(named({ firstName: long, lastName: long }, long)).not.toContain('x'.repeat(41))
    // A surrogate pair is not split.
    expect(named({ firstName: `x${'𠮷'.repeat(24)}`, lastName: long }, 'Seán').isWellFormed()).toBe(true)
    // Real names are not shortened.
    const real = named({ firstName: 'Anne-Marie', lastName: 'O’Brien' }, 'Te Ao', 'Mary Jane')
    expect(real).toContain('Anne-Marie O’Brien, who bought the policy')
    expect(real).toContain('Kia ora Te Ao and Mary Jane. ')
  })
})

describe('[PAY-11] the mail about a refunded card payment', () => {
  test.each<[string, RefundDetails['situation'], string, RegExp]>([
    [
      'states the amount, the card, the time, that there is no cover, and how to find the quote',
      { quoteIs: 'open' },
      `$923.00 | Visa ending in 11 | five business days | its start date passed | no cover for your car
      All of it goes back | If it has not come within five business days, call us.
      enter Q7300120 with the date of birth and postcode you gave`,
      /Māia|JHU968|Corolla/,
    ],
    [
      'names the policy that another payment bought and its first day, and has no link',
      { policyNumber: 'MV00412073', startDate: '2026-12-11' },
      'Your policy MV00412073 stays as it is | Policy MV00412073 covers your car from 11 December 2026',
      /no cover|once more and pay|https?:|another car/,
    ],
    [
      'does not ask the customer to pay for a quote that is closed to them',
      { quoteIs: 'closed' },
      'the quote can no longer be paid for | no cover for your car | Find your quote or start a new one',
      /To be covered|Go back to your quote/,
    ],
    [
      '[PAY-13] names the last day of an expired quote, and offers a new one',
      { lastValidDay: '2026-11-22' },
      'valid until 22 November 2026 | no cover for your car | Get a new quote',
      /Go back to your quote|once more and pay/,
    ],
  ])('%s', (_what, situation, said, unsaid) => {
    const mail = refundOf(situation)
    expect(mail.subject).toBe('We are sending back a card payment for quote Q7300120')
    for (const page of versionsOf(mail)) {
      for (const words of texts(said)) expect(page).toContain(words)
      expect(page).not.toMatch(unsaid)
    }
    if ('policyNumber' in situation) expect(mail.html).not.toMatch(/href="http/)
  })
})

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><a href="https://evil.example">win</a>',
  "' onmouseover='alert(1)",
  '</td></tr></table><h1>You won</h1>',
  '&lt;b&gt; <!-- ',
  '</style><style>*{display:none}',
  'Māia ]]> %3Cscript%3E',
]
test.each(payloads)('[EDGE-11] [QUOTE-10] [T23] the name %s adds no element to a mail', payload => {
  const car = { ...policyRecord.car, description: payload, plate: payload }
  const drivers = [{ ...driver, firstName: payload }]
  const named = (firstName: string) => ({
    policyholders: policyRecord.policyholders.map(policyholder => ({ ...policyholder, firstName })),
  })
  const hostileQuote = quoteMailOf({ car, drivers })
  expect(readable(hostileQuote.html)).toContain(payload.replace(/\s+/g, ' ').trim())
  for (const [hostile, tame] of [
    [hostileQuote, quoteMailOf({ drivers: [driver] })],
    [policyMailOf({ car, drivers }), policyMailOf({ drivers: [driver] })],
    [noticeOf(named(payload)), noticeOf(named('Seán'))],
  ] as const)
    expect(elements(hostile.html)).toEqual(elements(tame.html))
})

test('[SHELL-03] [PAY-06] a mail has the brand’s corners, and no day, phone, quote number or account is broken in two', () => {
  const { html } = policy
  expect(html).toContain(`border-radius:${brand.theme.corners.button}px`)
  const onOneLine = (text: string) => `<span style="white-space:nowrap;">${text}</span>`
  expect(html).toContain(`You’re covered from ${onOneLine('27 November 2026')}</h1>`)
  expect(html).toContain(`${onOneLine('27 November 2026')} to ${onOneLine('27 November 2027')}</td>`)
  expect(html).toContain(`After that day, call us on ${onOneLine(brand.supportPhone.text)}.</p>`)
  expect(html).toContain(`Bank account ${onOneLine(policyRecord.payment.maskedSource)}</td>`)
  const long = quoteMailOf({ quoteNumber: 'Q-AW5ZE-F1GC35' })
  expect(long.html).toContain(`and enter ${onOneLine('Q-AW5ZE-F1GC35')} with`)
  expect(long.html).toContain(`>${onOneLine('Q-AW5ZE-F1GC35')}</td>`)
  // A wide font on the narrowest phone would wrap it.
  expect(html).toMatch(/@media \(max-width: 350px\) {\nh1 { font-size: 22px !important; }/)
})

test('[EDGE-11] [T23] a mail links to web addresses only', () => {
  expect(() => quoteMail(quoteRecord, brand, { continueUrl: 'javascript:alert(1)' })).toThrow(
    'web addresses only',
  )
})

test('[T21] [HOLDER-02] each further e-mail address of policyholders gets one privacy notice', () => {
  const of = (...emails: string[]) => privacyNoticeRecipients(emails.map(email => ({ email })))
  expect(of('a@x.nz')).toEqual([])
  expect(of('a@x.nz', 'b@x.nz', 'A@x.nz', 'B@x.nz', '', 'c@x.nz')).toEqual([1, 5])
  expect(of()).toEqual([])
  expect(of('kia@māori.nz', 'Kia@xn--mori-qsa.nz', 'aroha@MĀORI.nz')).toEqual([2])
})
