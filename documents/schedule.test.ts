/** Tests of the schedule PDF: its contents, its tags for screen readers, and hostile input. */
import { expect, test } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { otherLender } from '#journey/lenders.ts'
import { moneyText } from '#journey/money.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { misrepresentationWarning } from '#journey/underwriter.ts'
import { type PdfContents, readPdf } from '#test/read-pdf.ts'
import { policyOfTheDay, policyRecord, sampleBrand } from '#test/sample-records.ts'
import { scheduleVersion } from './document-versions.ts'
import { schedulePdf } from './schedule.ts'

const brands = [...readBrands().values()]
const brand = sampleBrand('turners')
const make = async (record: PolicyRecord) => readPdf(await schedulePdf(record, brand))
let standard: Promise<PdfContents> | undefined
/** Renders the sample schedule once, because most tests use it. */
const read = (record: PolicyRecord): Promise<PdfContents> => {
  if (record !== policyRecord) return make(record)
  standard ??= make(policyRecord)
  return standard
}

test('[PAY-06] page 1 states whether the car is covered, for what, until when, and the excess', async () => {
  const [first = ''] = (await read(policyRecord)).pages
  for (const words of [
    'Car insurance schedule',
    'MV00412073',
    'Kererū Mutual Insurance Limited',
    'Tūī Cars',
    'Ms Māia Tūhoe',
    'Mr Seán O’Brien',
    'from 27 November 2026 to 27 November 2027',
    '2018 Toyota Corolla GX Hatchback 1.8L',
    'JHU968, automatic',
    'From 27 November 2026',
    'One year. Cover ends at midnight as this day begins.',
    'Everyday Plus',
    '$15,000, the agreed value of your car',
    '$700 excess',
    'Kauri Lending has lent money',
  ])
    expect(first).toContain(words)
})

test('[PAY-06] [PAY-13] the schedule contains every detail of the policy', async () => {
  const { text, check, info } = await read(policyRecord)
  for (const words of [
    // Excess
    'adds $500',
    'adds $1,250',
    'adds $250',
    'adds $700',
    'adds $800',
    'An inexperienced driver is 25 or older and has been licensed for less than 2 years.',
    'Driver history counts only where a line below says so of the driver.',
    // Options
    'Excess-free window, Hire car',
    'Roadside assistance',
    'Up to 14 days',
    'Up to $20,000,000',
    'Up to $1,000,000',
    // Drivers
    'Māia Tūhoe (main driver)',
    'Anne-Marie O’Brien',
    '02/08/2003',
    'At fault, excess payable, April 2025',
    'Licence suspension, disqualification or cancellation, November 2024',
    // Answers
    'Used to earn an income',
    'Modified, other than for a disability',
    'Criminal record',
    '3/210 Mātua Road, Te Atatū Peninsula, Auckland 0610',
    'PO Box 117',
    '021 123 4567',
    'Tell us by 18 December 2026, 21 days from the start of cover, if anything is wrong or missing.',
    misrepresentationWarning,
    // Payment
    '$38.20 a fortnight, $993.20 for the year, GST included',
    '$129.55',
    '$25.00 before GST',
    'Bank account ••-••••-•••••00-00',
    '30 November 2026',
    '26 of 26',
    'KERERU INS, CAR COVER, MV00412073',
    '000-000-111',
    // Rights
    'You can cancel until 18 December 2026, 21 days from the start of cover, and get back all you paid',
    'Every policyholder has full authority',
    '0800 100 252',
    'Aotearoa Example Disputes Scheme',
    '0800 100 884',
    `Issued on 21 November 2026. Schedule version ${scheduleVersion}.`,
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('…')
  expect(check).toContain('No syntax or stream encoding errors found')
  expect(info).toMatch(/Title: +Car insurance schedule/)
  expect(info).toMatch(/Tagged: +yes/)
  expect(info).toMatch(/Page size: +595\.28 x 841\.89 pts \(A4\)/)
})

test('[PAY-06] [QUOTE-06] the schedule states the number of roadside call-outs if roadside assistance was chosen', async () => {
  const choice = { ...policyRecord.choice, roadsideAssistance: true }
  const limit = 'Roadside assistance Up to 6 call-outs a year'
  expect((await read({ ...policyRecord, choice })).text).toContain(limit)
  expect((await read(policyRecord)).text).not.toContain('call-outs')
})

test('[PAY-06] [DRIVER-05] the schedule lists all given incidents, also those older than three years', async () => {
  const { text } = await read(policyRecord)
  expect(text).toContain('Incidents declared')
  expect(text).not.toMatch(/last 3 years/)
})

test('[PAY-06] every page shows the policy number, its page number and the page count', async () => {
  const { pages } = await read(policyRecord)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain('Policy MV00412073')
  }
})

test('[PAY-06] [T23] the PDF has a language, tagged headings and header cells, and no script or link', async () => {
  const { objects } = await read(policyRecord)
  for (const mark of [
    '/Lang (en-NZ)',
    '/S /H1',
    '/S /H2',
    '/S /TH',
    '/S /TD',
    '/S /LI',
    '/Scope /Row',
    '/Scope /Column',
    '/DisplayDocTitle true',
    'pdfuaid:part>1',
  ])
    expect(objects).toContain(mark)
  for (const danger of ['/JS', '/JavaScript', '/Launch', '/URI', '/EmbeddedFile', '/OpenAction'])
    expect(objects).not.toContain(danger)
})

test('[PAY-06] a screen reader separates the lines of a cell and the parts of the page header', async () => {
  const { structure } = await read(policyRecord)
  for (const words of [
    '"Tūī Cars"',
    `"${brand.tagline}"`,
    '"Ms Māia Tūhoe Mr Seán O’Brien"',
    '"2018 Toyota Corolla GX Hatchback 1.8L Plate JHU968, automatic"',
    '"Born 27/03/1990 maia@post.example 021 123 4567"',
    'April 2025 Licence suspension',
  ])
    expect(structure).toContain(words)
})

test('[PAY-06] every table row has header cells with a scope: the first cell, or all cells of a head row', async () => {
  const { structure } = await read(policyRecord)
  const tree = structure.replace(/\s+/g, ' ')
  const row = (label: string, value: string) => `TR TH: /Scope /Row "${label}" TD:? "${value}" `
  expect(tree).toMatch(
    new RegExp(`Table \\(block\\) ${row('Policy number', 'MV00412073')}${row('Insurer', 'Kererū[^"]+')}`),
  )
  const head = ['Payment', 'Date', 'Amount'].map(text => `TH: /Scope /Column "${text}" `).join('')
  expect(tree).toMatch(new RegExp(`Table \\(block\\) TR ${head}TR TH: /Scope /Row "1 of 26" TD:? "`))
  expect(tree.match(/ TR /g)?.length).toBe(tree.match(/ TR TH: /g)?.length)
})

test('[PAY-06] the premium’s components add up to the year’s price, to the cent', async () => {
  const { premium, choice } = policyRecord
  const atOnce = { ...premium, instalmentCents: premium.annualCents, yearTotalCents: premium.annualCents }
  const annual: PolicyRecord = {
    ...policyRecord,
    choice: { ...choice, frequency: 'ANNUAL' },
    premium: atOnce,
  }
  const steps = premium.steps.filter(({ code }) => code !== 'FENZ_LEVY')
  for (const record of [policyRecord, annual, { ...policyRecord, premium: { ...premium, steps } }]) {
    const { text } = await read(record)
    const centsOf = (label: string) =>
      Number(new RegExp(`${label} \\$([\\d,.]+\\d)`).exec(text)?.[1]?.replace(/[,.]/g, '') ?? 0)
    const total = centsOf('Total for the year')
    expect(total).toBe(record.premium.yearTotalCents)
    // Without price steps the price may include a levy, so the schedule must not deny it.
    const hasLevy = record.premium.steps !== steps
    const before = hasLevy ? 'Premium before levy and GST' : 'Premium before GST'
    const parts = [before, 'Fire and Emergency levy', '(?<!and |before )GST'].map(centsOf)
    expect(text.includes('levy')).toBe(hasLevy)
    expect(parts.reduce((sum, cents) => sum + cents)).toBe(total)
    expect(text.includes('Paying in instalments')).toBe(record !== annual)
    if (record !== annual)
      expect(centsOf('Paying in instalments') + centsOf('of the total: paid at once, it is')).toBe(total)
  }
})

test('[PAY-06] instalments that are rounded down are not described as more expensive than annual payment', async () => {
  const { premium } = policyRecord
  const annualCents = premium.yearTotalCents + 4
  const { text } = await read({ ...policyRecord, premium: { ...premium, annualCents } })
  expect(text).toContain(
    `Rounding of each payment $0.04 less than paid at once: that is ${moneyText(annualCents)}`,
  )
  expect(text).not.toContain('Paying in instalments')
})

test('[PAY-06] [QUOTE-04] the schedule separates the imposed excess from the voluntary excess', async () => {
  const { choice } = policyRecord
  expect((await read(policyRecord)).text).toContain(
    'Of the policy excess, $400 is the lowest we offer you, and $300 is what you chose on top.',
  )
  for (const change of [{ voluntaryExcess: 0 }, { cover: 'THIRD_PARTY' }] as const)
    expect((await read({ ...policyRecord, choice: { ...choice, ...change } })).text).not.toContain(
      'Of the policy excess',
    )
})

test('[PAY-06] the same record always gives the same file', async () => {
  const [one, two] = await Promise.all([schedulePdf(policyRecord, brand), schedulePdf(policyRecord, brand)])
  expect(Buffer.compare(one, two)).toBe(0)
})

test('[PAY-06] [SHELL-03] each brand’s schedule has its name, even if its logo cannot be drawn', async () => {
  const onScreens = { ...brand, name: 'Fifth', logoSvg: '<svg viewBox="0 0 40 40"><text>5</text></svg>' }
  for (const each of [...brands, onScreens]) {
    const { text, check } = readPdf(await schedulePdf(policyRecord, each))
    expect(text).toContain(each.name)
    expect(check).toContain('No syntax or stream encoding errors found')
  }
})

test('[PAY-06] [T23] hostile and long answers are printed as plain text', async () => {
  const [driver] = policyRecord.drivers
  const [holder] = policyRecord.policyholders
  if (!driver || !holder) throw new Error('the sample has people')
  const nasty = ') Tj /JS (app.alert(1)) <script>'
  const { text, check, objects } = await read({
    ...policyRecord,
    car: { ...policyRecord.car, financeCompany: nasty },
    policyholders: Array.from({ length: 5 }, () => ({
      ...holder,
      firstName: 'Wiremu-Tāne '.repeat(4).trim(),
      lastName: 'Ō'.repeat(50),
    })),
    drivers: Array.from({ length: 5 }, () => ({
      ...driver,
      firstName: 'Ma\u0304ia',
      lastName: 'Kaleo\u02BBa',
    })),
  })
  expect(text).toContain(nasty)
  expect(text).toContain('Māia Kaleo‘a')
  expect(text).not.toContain('…')
  expect(check).toContain('No syntax or stream encoding errors found')
  expect(objects).not.toMatch(/\/S \/JavaScript/)
})

test('[PAY-06] characters that the typeface lacks are marked, with a note', async () => {
  const [holder] = policyRecord.policyholders
  if (!holder) throw new Error('the sample has people')
  const { pages, check, objects } = await read({
    ...policyRecord,
    policyholders: [{ ...holder, firstName: 'Олена', lastName: 'Tūhoe-Nguyễn' }],
  })
  expect(pages[0]).toContain('Ms ????? Tūhoe-Nguy?n')
  expect(pages[0]).toContain('‘?’ stands in their place')
  expect(check).toContain('No syntax or stream encoding errors found')
  expect(objects).not.toContain('<0000> Tj')
  expect((await read(policyRecord)).text).not.toContain('stands in their place')
})

test('[PAY-06] a company and a person are two policyholders', async () => {
  const policyholders = policyRecord.policyholders.slice(0, 1)
  const label = async (businessName: string) =>
    (await read({ ...policyRecord, businessName, policyholders })).text.match(
      /Policyholders? (?=Kauri|M)/,
    )?.[0]
  expect(await label('Kauri Joinery Limited')).toBe('Policyholders ')
  expect(await label('')).toBe('Policyholder ')
})

test('[PAY-06] third party property, for a business, paid once by card', async () => {
  const { text, pages } = await read({
    ...policyRecord,
    applicantType: 'Business',
    businessName: 'Tāwhiri & Daughters Limited',
    carValueDollars: 0,
    excessDollars: 500,
    choice: {
      ...policyRecord.choice,
      cover: 'THIRD_PARTY',
      voluntaryExcess: 0,
      excessFreeWindow: false,
      hireCar: false,
      frequency: 'ANNUAL',
    },
    premium: { ...policyRecord.premium, instalmentCents: 91_963, yearTotalCents: 91_963 },
    payment: {
      method: 'card',
      firstDebit: '2026-11-21',
      countedFrom: '2026-11-21',
      amountCents: 91_963,
      maskedSource: 'American Express ending in 1111',
      terms: null,
    },
  })
  for (const words of [
    'Tāwhiri & Daughters Limited',
    'Third Party Property Damage',
    'Damage to other people’s property, up to $20,000,000; to your own car only by an uninsured driver, up to $5,000',
    '$919.63 for the year, GST included',
    'Payment $919.63 on 21 November 2026',
    'Paid from American Express ending in 1111',
    'On your statement Quote number Q7300120',
    'Once, for the whole year',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('Your payments')
  expect(text).not.toContain('First payment')
  expect(text).not.toContain('Excess-free window')
  expect(
    pages.length,
    `the schedule grew to ${pages.length} pages: make room in documents/pdf/`,
  ).toBeLessThan(5)
})

test('[PAY-03] [PAY-06] a card payment on a Saturday keeps its date', async () => {
  const onSaturday = { firstDebit: '2026-11-21', countedFrom: '2026-11-21', terms: null } as const
  const payment = { ...policyRecord.payment, ...onSaturday, method: 'card' } as const
  const { text } = await read({ ...policyRecord, payment })
  expect(text).toContain('1 of 26 21 November 2026')
  expect(text).toContain('On your statement Quote number Q7300120, for the first payment')
  expect(text).toContain('The first payment was taken on the card page. A later one that is due on a weekend')
  expect((await read(policyRecord)).text).toContain('A payment due on a weekend or public holiday')
})

test('[PAY-06] page 1 says Yes if cover has begun, and otherwise the first day', async () => {
  const startsOn = async (startDate: string) =>
    (await read({ ...policyRecord, choice: { ...policyRecord.choice, startDate } })).pages[0]
  expect(await startsOn('2026-11-21')).toContain('Am I covered? For what? Yes')
  expect(await startsOn('2026-11-22')).toContain('Am I covered? For what? From 22 November 2026')
})

test('[PAY-06] [PAY-13] a policy bought on its first day states the time when cover starts', async () => {
  const { pages } = await read(policyOfTheDay)
  expect(pages[0]).toContain('From 2:05pm on 27 November 2026, with policy MV00412073')
  expect(pages[0]).toContain('1 year, from 2:05pm on 27 November 2026 to 27 November 2027')
  // A response of the insurer after midnight changes nothing.
  const answeredLate = await read({ ...policyOfTheDay, issuedAt: '2026-11-27T12:30:00.000Z' })
  expect(answeredLate.pages[0]).toContain('From 2:05pm on 27 November 2026, with policy')
  const [one, two] = await Promise.all([policyOfTheDay, policyOfTheDay].map(each => schedulePdf(each, brand)))
  expect(one).toEqual(two)
})

test('[PAY-06] [PAY-13] a policy bought earlier, or without a purchase time, starts with its first day', async () => {
  const { boughtAt: _, ...unsaid } = policyOfTheDay
  for (const record of [unsaid, { ...policyOfTheDay, boughtAt: '2026-11-26T10:59:59.000Z' }]) {
    const { pages } = await read(record)
    expect(pages[0]).toContain('From 27 November 2026, with policy MV00412073')
    expect(pages[0]).toContain('1 year, from 27 November 2026 to 27 November 2027')
  }
})

test('[PAY-06] [CAR-08] a finance company that is not listed is not printed as ‘Other’', async () => {
  const { text } = await read({ ...policyRecord, car: { ...policyRecord.car, financeCompany: otherLender } })
  expect(text).not.toContain(otherLender)
  expect(text).toContain('Tell us who it is')
})

test('[PAY-06] the transmission is stated once', async () => {
  const car = { ...policyRecord.car, description: 'Toyota Corolla 2014 GX Hatch 1.8L Petrol Automatic' }
  expect((await read({ ...policyRecord, car })).text).not.toContain('JHU968, automatic')
})

test('[PAY-06] content that overflows page 1 is not alone on page 2', async () => {
  const [holder] = policyRecord.policyholders
  if (!holder) throw new Error('the sample has people')
  const long = {
    ...holder,
    firstName: 'Wilhelmina-Alexandrina Олена',
    lastName: 'van der Westhuizen'.repeat(2),
  }
  const { pages } = await read({
    ...policyRecord,
    businessName: 'The Family Discretionary Trust Number Two (Auckland) Limited '.repeat(2),
    policyholders: [long, long, long, long, long],
  })
  expect(pages[1]).toContain('stands in their place')
  expect(pages[1]).toContain('Your excess')
})

test('[PAY-06] [QUOTE-04] says what a claim costs with a named driver who is under 25 when cover begins', async () => {
  const { text, pages } = await read(policyRecord)
  expect(pages[0]).toContain('With a named driver under 25: $1,200.')
  expect(text).toContain(
    'Anne-Marie O’Brien is under 25 when cover begins: until they turn 25, an accident with them driving costs you $500 more, $1,200 with the policy excess.',
  )
  const older = policyRecord.drivers.map(driver => ({ ...driver, dateOfBirth: '2001-11-27' }))
  const grown = await read({ ...policyRecord, drivers: older })
  expect(grown.pages[0]).toContain('Some drivers pay more')
  expect(grown.text).not.toContain('when cover begins:')
  const young = policyRecord.drivers.map(driver => ({ ...driver, dateOfBirth: '2001-11-28' }))
  expect((await read({ ...policyRecord, drivers: young })).text).toContain(
    'Māia Tūhoe and Anne-Marie O’Brien are under 25 when cover begins',
  )
})
