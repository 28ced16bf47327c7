/** Tests of every e-mail: subjects, contents, plain text versions, and hostile names. */
import sanitizeHtml from 'sanitize-html'
import { describe, expect, test } from 'vitest'
import { policyRows, quoteRows } from '#documents/quote-and-policy-text.ts'
import type { MailKind } from '#server/mail/deliver.ts'
import { policyRecord, quoteRecord, sampleBrand } from '#test/sample-records.ts'
import { noPolicyMail, type RefundDetails, refundMail } from './failed-purchase-mails.ts'
import type { RenderedMail } from './mail-layout.ts'
import { policyMail } from './policy-mail.ts'
import { privacyNoticeMail } from './privacy-notice-mail.ts'
import { quoteMail } from './quote-mail.ts'

const brand = sampleBrand('turners')
const continueUrl = 'https://turners.example/vehicle?id=q-1&token=t-2'
const documentsUrl = 'https://turners.example/paymentsuccess'
const privacyUrl = 'https://turners.example/privacy'
const links = { documentsUrl, worksUntil: '2026-12-20', privacyUrl }

/** The privacy notice to the second policyholder of a record. */
function noticeTo(record: typeof policyRecord) {
  const holder = record.policyholders[1]
  if (!holder) throw new Error('the sample has two policyholders')
  return privacyNoticeMail(record, holder, brand, { keptYears: 7, privacyUrl })
}

/** The refund e-mail for a situation. */
const refundOf = (situation: RefundDetails['situation']) =>
  refundMail(
    {
      quoteNumber: quoteRecord.quoteNumber,
      amountCents: 92_300,
      card: { scheme: 'visa', lastDigits: '11' },
      situation,
    },
    brand,
    'https://turners.example/vehicle',
  )

/** The e-mail about a rejected direct debit order. */
const noPolicyOf = (isOpen: boolean, maybeAccount = false) =>
  noPolicyMail(
    { quoteNumber: quoteRecord.quoteNumber, isOpen, maybeAccount },
    brand,
    'https://turners.example/vehicle',
  )

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

/** The visible text, without tags and entities. */
const readable = (page: string) =>
  page
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')

describe('subjects', () => {
  test('[QUOTE-10] [EDGE-11] contain neither car, price nor name, because lock screens show them', () => {
    const { subject } = quoteMail(quoteRecord, brand, { continueUrl })
    expect(subject).toBe('Your car insurance quote Q7300120, saved until 20 December 2026')
  })
  test('[PAY-06] contain the policy’s number and first day', () => {
    const { subject } = policyMail(policyRecord, brand, links)
    expect(subject).toBe('Your car insurance policy MV00412073 starts 27 November 2026')
  })
})

/** Every mail with the sample's data; a kind without a row here does not compile. */
const mails = {
  'quote-mail': quoteMail(quoteRecord, brand, { continueUrl }),
  'policy-mail': policyMail(policyRecord, brand, links),
  'privacy-notice': noticeTo(policyRecord),
  'refund-mail': refundOf({ quoteIs: 'open' }),
  'no-policy-mail': noPolicyOf(true),
} as const satisfies Record<MailKind, RenderedMail>

test.each([
  ['quote', mails['quote-mail'], quoteRows(quoteRecord, brand), continueUrl],
  ['policy', mails['policy-mail'], policyRows(policyRecord, brand), documentsUrl],
])(
  '[QUOTE-10] [PAY-06] [PAY-13] the %s mail contains every detail and the link in HTML and plain text',
  (_, mail, facts, url) => {
    for (const { label, value } of facts) {
      expect(mail.text).toContain(`${label}: ${value}`)
      expect(readable(mail.html)).toContain(`${label} ${value}`)
    }
    expect(mail.text).toContain(url)
    expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    expect(mail.text).toContain(brand.supportPhone.text)
    expect(mail.text).toMatch(/21 days (of|from) the start of cover/)
  },
)

test('[QUOTE-10] the quote mail promises no cover before the start date', () => {
  const { text } = quoteMail(quoteRecord, brand, { continueUrl })
  expect(text).toContain('not covered before you have bought the policy and its start date has come')
})

test('[QUOTE-10] the quote mail says why it was sent, to requesters and to others: any address can be typed', () => {
  const { text, html } = quoteMail(quoteRecord, brand, { continueUrl })
  for (const page of [text, readable(html)]) {
    expect(page).toContain(
      'our site was asked to send this quote to this address. If it was not you who asked',
    )
    expect(page).not.toContain('you asked for it')
  }
})

test('[PAY-06] [PAY-13] the policy mail states the start of cover and the same days as the schedule', () => {
  const { text } = policyMail(policyRecord, brand, links)
  expect(text).toContain('You’re covered from 27 November 2026')
  expect(text).toContain('by 18 December 2026, 21 days from the start of cover')
  expect(text).not.toContain('You’re covered\n')
})

test('[PAY-06] [PAY-13] the policy mail says when cover ends, and that it does not renew automatically', () => {
  const { text, html } = policyMail(policyRecord, brand, links)
  for (const page of [text, readable(html)])
    expect(page).toContain(
      'Cover ends at midnight as 27 November 2027 begins. It does not renew by itself, and no payment is taken after those in your schedule.',
    )
})

test('[PAY-05] the mail about a refused order says that no money is taken, and how to continue', () => {
  const { subject, text, html } = noPolicyOf(true)
  expect(subject).toBe('Your car insurance quote Q7300120 did not become a policy')
  for (const line of [
    'there is no policy',
    'Cover: This order bought no cover for your car',
    'nothing is taken from your account',
    'enter Q7300120 with the date of birth and postcode you gave',
  ])
    expect(text).toContain(line)
  expect(html).toContain('>Go back to your quote<')
  const over = noPolicyOf(false)
  expect(over.text).toContain('get a new quote and buy that one')
  expect(over.html).toContain('>Get a new quote<')
})

test('[PAY-05] a customer whose bank account may be the reason for the refusal is asked to check it', () => {
  for (const isOpen of [true, false]) {
    const { text, html } = noPolicyOf(isOpen, true)
    for (const page of [text, readable(html)])
      expect(page).toContain('It may be the bank account: check its number when you order again.')
    expect(noPolicyOf(isOpen).text).not.toContain('bank account')
  }
})

test('[PAY-06] the policy mail says how long its link works, and how to get the documents later', () => {
  const { text, html } = policyMail(policyRecord, brand, links)
  for (const page of [text, readable(html)])
    expect(page).toContain(
      `The link works until 20 December 2026; the attached files are yours to keep. After that day, call us on ${brand.supportPhone.text}.`,
    )
})

test('[QUOTE-10] the quote mail names the insurer and the seller', () => {
  expect(quoteMail(quoteRecord, brand, { continueUrl }).text).toContain(
    `\nInsurer: Kererū Mutual Insurance Limited, through ${brand.name}\n`,
  )
})

test('[PAY-06] [HOLDER-07] an annual payment is labelled ‘Payment’, not ‘First payment’', () => {
  const choice = { ...policyRecord.choice, frequency: 'ANNUAL' } as const
  const { text } = policyMail({ ...policyRecord, choice }, brand, links)
  expect(text).toContain('\nPayment: $38.20 on 30 November 2026')
  expect(policyMail(policyRecord, brand, links).text).toContain('\nFirst payment: $38.20 on')
})

test('[PAY-06] [T21] the buyer’s mail informs only policyholders with the same address about the data held on them', () => {
  const [buyer, other] = policyRecord.policyholders
  if (!buyer || !other) throw new Error('the sample has two')
  expect(policyMail(policyRecord, brand, links).text).not.toContain('You gave this address')
  const policyholders = [buyer, { ...other, email: buyer.email.toUpperCase() }]
  const { text } = policyMail({ ...policyRecord, policyholders }, brand, links)
  expect(text.replace(/\s+/g, ' ')).toContain(`You gave this address for ${other.firstName} as well.`)
  expect(text).toContain(privacyUrl)
})

test('[T21] [QUOTE-10] names in a quote mail cannot carry a message to its recipient', () => {
  const said = (firstNames: readonly string[]) => {
    const drivers = quoteRecord.drivers
      .slice(0, 1)
      .flatMap(one => firstNames.map(firstName => ({ ...one, firstName })))
    return quoteMail({ ...quoteRecord, drivers }, brand, { continueUrl }).text
  }
  expect(said(['Māia'])).toContain('Driver: Māia\n')
  expect(said(['Māia', 'Tama'])).toContain('Drivers: Māia and 1 other\n')
  const message = ['Your card was charged twice by us', 'Call us at once', 'or open openroad-refundsꓸnz']
  expect(said(message)).toContain('Drivers: Your us and 2 others\n')
  for (const words of message) expect(said(message)).not.toContain(words)
})

test('[QUOTE-04] [PAY-06] a mail mentions the additional excess of a named driver under 25', () => {
  const excess = 'Excess: $700; $1,200 for an accident with a named driver under 25'
  expect(quoteMail(quoteRecord, brand, { continueUrl }).text).toContain(excess)
  expect(policyMail(policyRecord, brand, links).text).toContain(excess)
  const drivers = quoteRecord.drivers.slice(0, 1)
  expect(quoteMail({ ...quoteRecord, drivers }, brand, { continueUrl }).text).toContain('Excess: $700\n')
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
  const { subject, text, html } = noticeTo(policyRecord)

  test('states source, kinds of data, purpose, recipients, holder, and the rights of access and correction', () => {
    for (const words of [
      'Māia Tūhoe, who bought the policy',
      'MV00412073, from 27 November 2026',
      'title, name, date of birth, email address and mobile number',
      'settle claims',
      'Kererū Mutual Insurance Limited, who insures the car',
      `${brand.name} (${brand.supportEmail})`,
      'PO Box 10000, Wellington 6140',
      'see what we hold about you, and have it put right',
      'the Privacy Act 2020 requires us to tell you',
      'We will not pass on what you say without asking you.',
      'Office of the Privacy Commissioner',
      'Kia ora Seán',
    ]) {
      expect(text).toContain(words)
      expect(readable(html)).toContain(words)
    }
    expect(html).toContain(`href="${privacyUrl}"`)
  })

  test('contains no personal data, in case the address was mistyped, and shows none on a lock screen', () => {
    for (const page of [text, html])
      expect(page).not.toMatch(/1988|1990|0277654321|0211234567|post\.example|JHU968|Corolla|Mātua|\$/)
    expect(subject).toBe('We hold your details for car insurance policy MV00412073')
  })

  test('mentions claims and licence only to a policyholder who is also a driver', () => {
    const [, second] = policyRecord.policyholders
    const [driver] = policyRecord.drivers
    if (!second || !driver) throw new Error('the sample has both')
    const { firstName, lastName, dateOfBirth } = second
    const drivers = [driver, { ...driver, firstName, lastName, dateOfBirth }]
    expect(noticeTo({ ...policyRecord, drivers }).text).toContain(
      'of your claims and licence, and of whether you have a criminal record',
    )
    for (const written of ["O'Brien", 'O`Brien', 'OʼBRIEN', 'o’brien']) {
      const driven = { ...driver, firstName: 'Sea\u0301n', lastName: written, dateOfBirth }
      expect(noticeTo({ ...policyRecord, drivers: [driven] }).text).toContain('of your claims and licence')
    }
    expect(text).not.toContain('your licence')
  })

  test('greets all who share the address, as it is one mail for them', () => {
    const [first, second] = policyRecord.policyholders
    if (!first || !second) throw new Error('the sample has two policyholders')
    const third = { ...second, firstName: 'Hana', email: second.email.toUpperCase() }
    const { firstName, lastName, dateOfBirth } = third
    const record = {
      ...policyRecord,
      policyholders: [first, second, third],
      drivers: policyRecord.drivers.map(driver => ({ ...driver, firstName, lastName, dateOfBirth })),
    }
    const notice = noticeTo(record).text
    expect(notice).toContain('Kia ora Seán and Hana. ')
    expect(notice).toContain('Where you are a driver too: what we were told of your claims')
  })

  test('[T21] prints names, but no message typed in place of a name', () => {
    const [first, second] = policyRecord.policyholders
    if (!first || !second) throw new Error('the sample has two policyholders')
    const named = (buyer: Partial<typeof first>, ...readers: string[]) => {
      const policyholders = [{ ...first, ...buyer }, ...readers.map(firstName => ({ ...second, firstName }))]
      const { text, html } = noticeTo({ ...policyRecord, policyholders })
      return `${text} ${readable(html)}`
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
  test('states the amount, the card, the time and that there is no cover', () => {
    const { subject, text, html } = refundOf({ quoteIs: 'open' })
    expect(subject).toBe('We are sending back a card payment for quote Q7300120')
    for (const words of [
      '$923.00',
      'Visa ending in 11',
      'five business days',
      'If it has not come within five business days, call us.',
      'its start date passed',
      'no cover for your car',
      'all of it goes',
    ])
      for (const page of [text, readable(html)]) expect(page.toLowerCase()).toContain(words.toLowerCase())
    expect(text).not.toMatch(/Māia|JHU968|Corolla/)
  })

  test('names the policy that another payment bought, and its first day', () => {
    const { text, html } = refundOf({ policyNumber: 'MV00412073', startDate: '2026-12-11' })
    for (const page of [text, readable(html)]) {
      expect(page).toContain('Your policy MV00412073 stays as it is')
      expect(page).toMatch(/Policy MV00412073 covers your car from 11 December 2026\s/)
      expect(page).not.toMatch(/no cover|once more and pay/)
    }
  })

  test('contains no link for a customer who already has a policy', () => {
    const { text, html } = refundOf({ policyNumber: 'MV00412073', startDate: '2026-12-11' })
    expect(text).not.toMatch(/https?:|another car/)
    expect(html).not.toMatch(/href="http/)
  })

  test('says how to find a quote that can still be bought', () => {
    const { text, html } = refundOf({ quoteIs: 'open' })
    for (const page of [text, readable(html)])
      expect(page).toContain('enter Q7300120 with the date of birth and postcode you gave')
  })

  test('does not ask the customer to pay for a quote that is closed to them', () => {
    const { text, html } = refundOf({ quoteIs: 'closed' })
    for (const words of [
      'the quote can no longer be paid for',
      'no cover for your car',
      'Find your quote or start a new one',
    ])
      for (const page of [text, readable(html)]) expect(page).toContain(words)
    expect(text).not.toMatch(/To be covered|Go back to your quote/)
  })

  test('[PAY-13] names the last day of an expired quote, and offers a new one', () => {
    const { text, html } = refundOf({ lastValidDay: '2026-11-22' })
    for (const words of ['valid until 22 November 2026', 'no cover for your car', 'Get a new quote'])
      for (const page of [text, readable(html)]) expect(page).toContain(words)
    expect(text).not.toMatch(/Go back to your quote|once more and pay/)
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
  const [driver] = quoteRecord.drivers
  if (!driver) throw new Error('the sample has a driver')
  const hostile = {
    car: { ...quoteRecord.car, description: payload, plate: payload },
    drivers: [{ ...driver, firstName: payload }],
  }
  const tame = { car: quoteRecord.car, drivers: [driver] }
  const quotes = [hostile, tame].map(
    change => quoteMail({ ...quoteRecord, ...change }, brand, { continueUrl }).html,
  )
  expect(elements(quotes[0] ?? '')).toEqual(elements(quotes[1] ?? ''))
  expect(readable(quotes[0] ?? '')).toContain(payload.replace(/\s+/g, ' ').trim())
  const policies = [hostile, tame].map(
    change => policyMail({ ...policyRecord, ...change }, brand, links).html,
  )
  expect(elements(policies[0] ?? '')).toEqual(elements(policies[1] ?? ''))
  const named = (firstName: string) => ({
    ...policyRecord,
    policyholders: policyRecord.policyholders.map(holder => ({ ...holder, firstName })),
  })
  const notices = [payload, 'Seán'].map(firstName => noticeTo(named(firstName)).html)
  expect(elements(notices[0] ?? '')).toEqual(elements(notices[1] ?? ''))
})

test('[QUOTE-10] a customer who cannot use the link gets an address to open, in HTML and in plain text', () => {
  const mail = quoteMail(quoteRecord, brand, { continueUrl })
  for (const page of [mail.text, readable(mail.html)]) {
    expect(page).toContain('open https://turners.example/vehicle, go to ‘Welcome Back’ and enter Q7300120')
    expect(page).not.toContain('e-mail')
  }
})

test('[SHELL-03] [PAY-06] a mail has the brand’s corners, and no day, phone, quote number or account is broken in two', () => {
  const { html } = policyMail(policyRecord, brand, links)
  expect(html).toContain(`border-radius:${brand.theme.corners.button}px`)
  const onOneLine = (text: string) => `<span style="white-space:nowrap;">${text}</span>`
  expect(html).toContain(`You’re covered from ${onOneLine('27 November 2026')}</h1>`)
  expect(html).toContain(`${onOneLine('27 November 2026')} to ${onOneLine('27 November 2027')}</td>`)
  expect(html).toContain(`After that day, call us on ${onOneLine(brand.supportPhone.text)}.</p>`)
  expect(html).toContain(`Bank account ${onOneLine(policyRecord.payment.maskedSource)}</td>`)
  const quote = quoteMail({ ...quoteRecord, quoteNumber: 'Q-AW5ZE-F1GC35' }, brand, { continueUrl })
  expect(quote.html).toContain(`and enter ${onOneLine('Q-AW5ZE-F1GC35')} with`)
  expect(quote.html).toContain(`>${onOneLine('Q-AW5ZE-F1GC35')}</td>`)
  expect(quote.text).toContain('Quote number: Q-AW5ZE-F1GC35')
  // A wide font on the narrowest phone would wrap it.
  expect(html).toMatch(/@media \(max-width: 350px\) {\nh1 { font-size: 22px !important; }/)
})

test('[EDGE-11] [T23] a mail links to web addresses only', () => {
  expect(() => quoteMail(quoteRecord, brand, { continueUrl: 'javascript:alert(1)' })).toThrow(
    'web addresses only',
  )
})
